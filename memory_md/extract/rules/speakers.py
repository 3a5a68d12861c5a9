"""Who speaks from a line on, in what was copied from a conversation."""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex

# A name in the group is the assistant's.
_SPEAKER: Final = regex(
    r"\*{0,2}(?:(assistant|ai|assistent|asistente|ассистент|助手|アシスタント|어시스턴트)|user|human"
    r"|agent|bot|claude|chatgpt|gpt|copilot|gemini|codex|me|you|system|benutzer|utilisateur|usuario"
    r"|usuário|utente|пользователь|用户|用戶|ユーザー|사용자)\*{0,2}(?: \([^()]{1,40}\))?"
    r"(?::\*{0,2}(?:[ \t]+|$)|：\*{0,2}[ \t]*)",
    re.IGNORECASE,
)
_LONGEST_SPEAKER: Final = 70


def turn_of(body: str) -> re.Match[str] | None:
    """The name of who speaks from here on, in what was copied from a conversation."""
    named = (body[0].isalpha() or body[0] == "*") and (":" in body[:60] or "：" in body[:60])
    return _SPEAKER.match(body, 0, _LONGEST_SPEAKER) if named else None
