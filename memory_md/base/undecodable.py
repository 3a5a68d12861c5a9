"""What the decoders of `msgspec` raise where a file is damaged or none of ours."""

from typing import Final

from msgspec import MsgspecError

# A text that is not UTF-8 is a ValueError, one of a great depth a RecursionError.
UNDECODABLE: Final = (MsgspecError, ValueError, RecursionError)
