"""The Anthropic API through its own SDK, the extra `memory-md[llm]`.

The SDK finds the key and the address itself (ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, its
profiles, ANTHROPIC_BASE_URL), and asks again where the server is busy. All attempts together have
one time limit, which neither a slow stream of bytes nor a request to wait extends.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from ...base.json_values import at, string
from ...base.text import clip, one_line
from ...safety.secrets.redact import redact
from ..model import ModelError

if TYPE_CHECKING:
    from anthropic import Anthropic

MOST_TOKENS: Final = 4_096  # of an answer
_RETRIES: Final = 2


class AnthropicModel(Struct, frozen=True):
    """A model of the API by its name; `seconds` (the setting `llm.timeout`) bound one answer."""

    model: str
    seconds: float

    @property
    def name(self) -> str:
        """Return the model's name, safe to show."""
        return clip(one_line(self.model), 80)

    def ask(self, prompt: str) -> str:
        """Return the text of the answer. Raises ModelError."""
        outcome: list[str | ModelError] = []
        client = self._client()

        def work() -> None:
            try:
                outcome.append(_ask(client, self.model, prompt))
            except ModelError as fault:
                outcome.append(fault)
            except Exception as fault:  # noqa: BLE001 - the SDK and its libraries may raise anything
                outcome.append(ModelError("the call failed", _shown(type(fault).__name__, fault)))

        # The SDK's own limits are for each read; a thread can be abandoned.
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        thread.join(self.seconds)
        if not outcome:
            raise ModelError(f"no answer within {self.seconds:g} s")
        if isinstance(outcome[0], ModelError):
            raise outcome[0]
        return outcome[0]

    def _client(self) -> Anthropic:
        try:
            from anthropic import Anthropic
        except ImportError:
            raise ModelError(
                "the Anthropic SDK is not installed",
                hint='install "memory-md[llm]", or name a program as llm.command',
            ) from None
        try:
            client = Anthropic(max_retries=_RETRIES, timeout=self.seconds)
        except Exception as fault:  # noqa: BLE001 - a key, an address or a profile it cannot use
            detail = _shown(type(fault).__name__, fault)
            raise ModelError("the Anthropic SDK cannot be set up", detail) from None
        if not any(
            getattr(client, name, None) for name in ("api_key", "auth_token", "credentials")
        ):
            raise ModelError(
                "there is no key for the Anthropic API",
                hint="set ANTHROPIC_API_KEY, or name a program as llm.command",
            )
        return client


def _ask(client: Anthropic, model: str, prompt: str) -> str:
    from anthropic import APIConnectionError, APIStatusError, APITimeoutError

    try:
        message = client.messages.create(
            model=model, max_tokens=MOST_TOKENS, messages=[{"role": "user", "content": prompt}]
        )
    except APITimeoutError:
        raise ModelError("no answer in time") from None
    except APIStatusError as fault:
        raise ModelError(f"HTTP {fault.status_code}", _said_by(fault)) from None
    except APIConnectionError as fault:
        raise ModelError("the connection failed", _shown("", fault.__cause__ or fault)) from None
    return _text_of(message)


def _text_of(message: Any) -> str:
    reason = getattr(message, "stop_reason", None)
    if reason == "refusal":
        raise ModelError("the model refused to answer")
    if reason in {"max_tokens", "model_context_window_exceeded"}:
        raise ModelError("the answer was cut off, for it was too long")
    content = getattr(message, "content", None)
    if not isinstance(content, list):
        raise ModelError("the server's answer is not that of the Messages API")
    texts = [getattr(block, "text", "") for block in content if _type(block) == "text"]
    return "".join(text for text in texts if isinstance(text, str))


def _type(block: object) -> object:
    return getattr(block, "type", None)


def _said_by(fault: Any) -> str:
    """Return the server's own error message."""
    return _plain(string(at(fault.body, "error", "message")))


def _shown(name: str, fault: BaseException) -> str:
    return _plain(": ".join(filter(None, (name, str(fault)))))


def _plain(text: str) -> str:
    return clip(one_line(redact(text[:2_000])[0]), 200)
