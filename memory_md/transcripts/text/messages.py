"""Conversations as messages in OpenAI's or Anthropic's shape: read, and with less in them.

Grammar: a list of objects, each with a `role` and a content (or what stands for one), or an object
with such a list under `messages`, and for Anthropic `system`. A content is a string or a list of
blocks. A call of a tool is a block `tool_use` with an `id`, an item of `tool_calls` with one, or a
`function_call`; its result is a block `tool_result` with a `tool_use_id`, or a message of role
`tool` (`tool_call_id`) or `function`. Other kinds of blocks that end in those words count too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ...base.errors import UnreadableError
from ...base.json_text import json_of, parse_json
from ...base.json_values import objects, string

TEXT_BLOCKS: Final = ("text", "input_text", "output_text")

_HINT: Final = "a JSON list of {role, content}, or an object with such a list under `messages`"
_FIELDS: Final = ("content", "tool_calls", "function_call", "refusal", "audio")
# Roles of messages in which a harness may insert texts.
_INJECTED: Final = frozenset(("system", "developer", "user", "human"))
_RESULTS: Final = frozenset(("tool", "function"))
_IMAGES: Final = frozenset(("image", "image_url", "input_image"))
_DOCUMENTS: Final = frozenset(
    ("document", "file", "input_file", "input_audio", "audio", "video", "video_url")
)
# Keys that a model reads; signatures, ids and encrypted parts are not among them.
_SAID: Final = ("text", "thinking", "refusal", "reasoning", "reasoning_content", "title", "name")
# Keys beside `messages` that go to the model too.
_TOOLS: Final = ("tools", "functions")


class ToolUse(Struct, frozen=True):
    """A tool that a message calls or, with `answers`, the result of such a call.

    `id` ties the two together; "" where the format has none.
    """

    id: str
    answers: bool = False


class Spoken(Struct, frozen=True):
    """What a message holds for a model: all of its `text`, and the number of attachments."""

    text: str = ""
    images: int = 0
    documents: int = 0


# -- contents ----------------------------------------------------------------------------------


def blocks(content: object) -> Iterator[dict[str, Any]]:
    """Yield the blocks of a message's content; a bare text becomes a block."""
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    elif isinstance(content, dict):
        yield content
    elif isinstance(content, list):
        for item in content:
            if isinstance(item, str):
                yield {"type": "text", "text": item}
            elif isinstance(item, dict):
                yield item


def block_text(block: dict[str, Any]) -> str:
    """Return the text of a text block, else nothing. Google's thoughts are marked as such."""
    is_text = block.get("type", "text") in TEXT_BLOCKS and not block.get("thought")
    return string(block.get("text")) if is_text else ""


def plain_text(content: object) -> str:
    """Return all text of a content, its blocks joined by newlines."""
    return "\n".join(filter(None, map(block_text, blocks(content))))


def tool_uses(message: Mapping[str, Any]) -> tuple[ToolUse, ...]:
    """Return the tools that a message calls, and those whose results it has, in order."""
    found: list[ToolUse] = []
    for block in blocks(message.get("content")):
        kind = str(block.get("type")).replace("-", "_")
        if kind.endswith(("tool_use", "tool_call")):
            found.append(ToolUse(_id(block, "id", "toolCallId")))
        elif kind.endswith("tool_result"):
            found.append(ToolUse(_id(block, "tool_use_id", "toolCallId"), answers=True))
    found += [ToolUse(_id(call, "id")) for call in objects(message.get("tool_calls"))]
    if isinstance(message.get("function_call"), dict):
        found.append(ToolUse(""))
    if message.get("role") in _RESULTS and not any(use.answers for use in found):
        found.append(ToolUse(_id(message, "tool_call_id"), answers=True))
    return tuple(found)


def _id(holder: Mapping[str, Any], *keys: str) -> str:
    for key in keys:
        value = holder.get(key)
        if isinstance(value, str | int):
            return str(value)
    return ""


def spoken(message: Mapping[str, Any]) -> Spoken:
    """Return what a message holds for a model."""
    found = _Found([], 0, 0)
    found.add_strings(message)
    for key in ("tool_calls", "function_call"):
        found.texts.extend(_scalars(message.get(key)))
    found.add_content(message.get("content"))
    return Spoken("\n".join(found.texts), found.images, found.documents)


class _Found(Struct):
    texts: list[str]
    images: int
    documents: int

    def add_strings(self, holder: Mapping[str, Any]) -> None:
        self.texts += [holder[key] for key in _SAID if isinstance(holder.get(key), str)]

    def add_content(self, content: object) -> None:
        left = list(blocks(content))
        while left:
            block = left.pop()
            kind = str(block.get("type")).replace("-", "_")
            if kind in _IMAGES:
                self.images += 1
            elif kind in _DOCUMENTS:
                left += self._document(block)
            else:
                self.add_strings(block)
                for key in ("input", "args", "arguments"):
                    self.texts.extend(_scalars(block.get(key)))
                for key in ("content", "output", "result"):
                    left += blocks(block.get(key))

    def _document(self, block: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the blocks of a document that is text; only count another."""
        source = block.get("source")
        kind = source.get("type") if isinstance(source, dict) else ""
        self.add_strings(block)
        if isinstance(source, dict) and kind in ("text", "content"):
            yield from blocks(source.get("data" if kind == "text" else "content"))
        else:
            self.documents += 1


def _scalars(value: object) -> Iterator[str]:
    """Yield the keys and values of arguments, about as a model reads them in JSON."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            yield from (f'"{key}": ' for key in one)
            left.extend(one.values())
        elif isinstance(one, list):
            left.extend(one)
        elif one is not None:
            yield one if isinstance(one, str) else str(one)


# -- documents ---------------------------------------------------------------------------------


class Conversation(Struct, frozen=True):
    """A document of messages: its text and its value, a list or an object that holds one."""

    text: str
    value: Any

    @property
    def messages(self) -> list[dict[str, Any]]:
        """Return the messages, in their order."""
        found: list[dict[str, Any]] = self.value
        return self.value["messages"] if isinstance(self.value, dict) else found

    def beside(self) -> Spoken:
        """Return what goes to the model besides the messages: system prompt and tools."""
        if not isinstance(self.value, dict):
            return Spoken()
        system = spoken({"content": self.value.get("system")})
        tools = (word for key in _TOOLS for word in _scalars(self.value.get(key)))
        text = "\n".join(filter(None, (system.text, *tools)))
        return Spoken(text, system.images, system.documents)


def parse(text: str, *, where: str) -> Conversation:
    """Read a document. Raises UnreadableError where it is not JSON, or holds no messages."""
    try:
        value = parse_json(text.removeprefix("\ufeff"), where=where)
    except UnreadableError as fault:
        fault.hint = f"{_HINT}; a transcript is for mem extract"
        raise
    found = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(found, list):
        raise UnreadableError("holds no list of messages", where=where, hint=_HINT)
    for number, message in enumerate(found, 1):
        if not isinstance(message, dict) or not isinstance(message.get("role"), str):
            raise UnreadableError(f"message {number} has no role", where=where, hint=_HINT)
        if not any(key in message for key in _FIELDS):
            raise UnreadableError(f"message {number} has no content", where=where, hint=_HINT)
    return Conversation(text, value)


def cut(
    conversation: Conversation, kept: Sequence[int], change: Callable[[str], str] | None = None
) -> Conversation:
    """Return the document with only the messages at `kept`.

    With `change` it is made to each text in which a harness may insert something: the system's, and
    those of system and user messages.
    """
    value = conversation.value
    messages = [conversation.messages[place] for place in kept]
    if change:
        messages = [
            _changed(one, "content", change) if one["role"] in _INJECTED else one
            for one in messages
        ]
    if isinstance(value, dict):
        value = _changed(value, "system", change) if change else value
        return _conversation({**value, "messages": messages})
    return _conversation(messages)


def _conversation(value: Any) -> Conversation:
    return Conversation(json_of(value, indent=2) + "\n", value)


def _changed(holder: dict[str, Any], key: str, change: Callable[[str], str]) -> dict[str, Any]:
    """Return the object with the texts of the content that it has there changed."""
    content = holder.get(key)
    if isinstance(content, str):
        return {**holder, key: change(content)}
    if not isinstance(content, list):
        return holder
    return {**holder, key: [_changed_block(block, change) for block in content]}


def _changed_block(block: object, change: Callable[[str], str]) -> object:
    if isinstance(block, str):
        return change(block)
    if isinstance(block, dict) and block_text(block):
        return _changed(block, "text", change)
    return block
