"""What a message signs: the shapes of ``generated/forms.py``."""

from typing import Any, NamedTuple, Optional, Tuple


class SignedField(NamedTuple):
    """A field of a message, in the order of its bytes."""

    name: str
    #: ``key``, ``hash``, ``u64``, ``i64``, ``u8``, ``word``, ``flag``, ``optional_hash`` or ``recipient``.
    type: str
    #: Of a word: its byte is its place here.
    words: Tuple[str, ...] = ()
    #: What stands for it where a request leaves it out; None: it is needed.
    absent: Any = None
    #: Its name in requests, where that is another.
    sent_as: Optional[str] = None
    #: Of a small integer: the highest.
    most: Optional[int] = None


class SignedForm(NamedTuple):
    """A kind of message."""

    tag: bytes
    fields: Tuple[SignedField, ...]
