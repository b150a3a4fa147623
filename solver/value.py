"""Frozen value types that are quick to load.

A subclass of ``Value`` is used as one made by ``@dataclass(frozen=True)``. It is for the types that a typed board meets
on its way: importing ``dataclasses`` took a quarter of that command's time. Everything that comes after a picture was
opened uses ``dataclasses``.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from typing import Any, NoReturn, Self, dataclass_transform
else:

    def dataclass_transform(**_):
        """What ``typing.dataclass_transform`` does at run time: nothing."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class Value:
    """A value with named fields: made, compared, hashed and printed by them, and never changed.

    Fields are the annotated names of the class; a default (immutable, too) is written after the name. Where there is a
    ``__post_init__``, it checks them.
    """

    _names: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        cls._names = tuple(cls.__annotations__)

    def __init__(self, *values: Any, **named: Any) -> None:
        names = self._names
        fields = dict(zip(names, values, strict=False))
        if len(values) > len(names) or fields.keys() & named.keys():
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(names)}, each given once")
        fields |= named
        if unknown := fields.keys() - set(names):
            raise TypeError(f"{type(self).__name__} has unexpected fields: {', '.join(unknown)}")
        for name in names:
            if name not in fields:
                if not hasattr(type(self), name):
                    raise TypeError(f"{type(self).__name__} is missing the field {name}")
                fields[name] = getattr(type(self), name)
        self.__dict__.update(fields)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Raise where the fields don't go together."""

    def changed(self, **fields: Any) -> Self:
        """A copy in which these fields have other values."""
        return type(self)(**(self.__dict__ | fields))

    def __eq__(self, other: object) -> bool:
        return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self._names))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__qualname__}({fields})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} can't be changed: make another with changed({name}=...)")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} can't be changed")
