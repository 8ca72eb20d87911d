"""How steep the curves of winning chances are: points in a logistic unit, by game and seats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CURVES: Final[Mapping[tuple[str, int], int]] = MappingProxyType({})
