"""Values for the fields of a dataclass, read from JSON or from text as the fields' types say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")
N = TypeVar("N", int, float)


class Range(NamedTuple, Generic[N]):
    """The least a number may be, and the most: ``Annotated[int, Range(0, 23)]``."""

    least: N
    most: N


class Unfit(ValueError):
    """Values that are not what their fields take; ``why`` says for each what it takes."""

    def __init__(self, why: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {expected}" for name, expected in why.items()))
        self.why = why


def read(kind: type[T], given: Mapping[str, Any]) -> T:
    """Return the dataclass with these values; what it has no field for is left out.

    Raises Unfit.
    """
    values, why = dict[str, Any](), dict[str, str]()
    for name, field in _types(kind).items():  # type: ignore[arg-type] # it is hashable
        if name in given:
            try:
                values[name] = fit(given[name], field)
            except (TypeError, ValueError) as error:
                why[name] = str(error)
    if why:
        raise Unfit(why)
    return kind(**values)


def fit(value: Any, kind: Any) -> Any:  # noqa: ANN401 - of any type, and as any type
    """Return a value as one of that type: of a number or a path, it may be the text.

    Raises TypeError or ValueError, which says what is expected.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        number, (least, most) = fit(value, parts[0]), parts[1]
        if not least <= number <= most:
            raise ValueError(f"expected {least} to {most}")
        return number
    if origin is Literal:
        if value not in parts:
            raise ValueError(f"expected one of {', '.join(parts)}")
        return value
    if origin is UnionType:
        return None if value is None else fit(value, next(p for p in parts if p is not NoneType))
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise TypeError("expected a list")
        return tuple(fit(part, parts[0]) for part in value)
    is_text = isinstance(value, str) and kind is not bool
    if type(value) is kind or is_text or (kind is float and type(value) is int):
        return kind(value)
    raise TypeError(f"expected {getattr(kind, '__name__', kind)}")


@cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
