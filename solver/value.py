"""Frozen value types that are quick to load.

A subclass of ``Value`` is what ``@dataclass(frozen=True, slots=True)`` would make of it. It is for the types that a
typed board meets on its way: importing ``dataclasses`` and letting it write them took a quarter of that command's
time. Everything that comes after a picture was opened uses ``dataclasses``.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, Self, dataclass_transform
else:

    def dataclass_transform(**_):
        """What ``typing.dataclass_transform`` does at run time: nothing."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class _Fields(type):
    """Makes the annotated names of a class its slots and its arguments, in that order."""

    field_names: tuple[str, ...]
    content: Callable[[Any], object]
    """All fields of a value, to compare it by."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Fields:
        fields = tuple(body.get("__annotations__", ()))
        defaults = {field: body.pop(field) for field in fields if field in body}
        body["__slots__"] = body["__match_args__"] = body["field_names"] = fields
        if fields:
            body["content"] = attrgetter(*fields)
            body["__init__"] = _init(fields, defaults, checked="__post_init__" in body)
        return super().__new__(cls, name, bases, body)


def _init(fields: tuple[str, ...], defaults: dict[str, Any], *, checked: bool) -> Callable[..., None]:
    """The ``__init__`` of a class, written out, so that it is as quick as one typed by hand."""
    arguments = ", ".join(f"{field}=defaults[{field!r}]" if field in defaults else field for field in fields)
    lines = [f"set_field(self, {field!r}, {field})" for field in fields]
    if checked:
        lines.append("self.__post_init__()")
    known: dict[str, Any] = {"defaults": defaults, "set_field": object.__setattr__}
    exec(f"def __init__(self, {arguments}):\n " + "\n ".join(lines), known)  # noqa: S102  # of names of ours only
    made: Callable[..., None] = known["__init__"]
    return made


class Value(metaclass=_Fields):
    """A value with named fields: compared, hashed and printed by them, and never changed.

    Fields are the annotated names of the class; a default (immutable, too) is written after the name. Where there is a
    ``__post_init__``, it checks them.
    """

    def changed(self, **fields: Any) -> Self:
        """A copy in which these fields have other values."""
        return type(self)(**{name: getattr(self, name) for name in type(self).field_names} | fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        content = type(self).content
        return content(self) == content(other)

    def __hash__(self) -> int:
        return hash(type(self).content(self))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in type(self).field_names)
        return f"{type(self).__qualname__}({fields})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} can't be changed: make another with changed({name}=...)")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} can't be changed")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), tuple(getattr(self, name) for name in type(self).field_names)
