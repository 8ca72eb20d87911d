"""Plots of ratings, checked pixel by pixel, and their axes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from io import BytesIO
from itertools import combinations, pairwise
from random import Random

import pytest
from PIL import Image, ImageDraw

from render import Point, plot
from render.drawing.canvas import Canvas
from render.drawing.colour import Colour, mix
from render.drawing.picture import LONGEST_ALT_TEXT
from render.plots.axes import time_axis, value_axis
from render.plots.plot import GRID, INK, PALE, PAPER, STROKES, SYMBOLS
from tests.render.colour_measures import VISION, distance, ratio
from tests.render.places import count

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
DAY = timedelta(days=1)
GAMES = (
    "Dames frisonnes",
    "Dames frisonnes officielles",
    "Frysk!",
    "Alliance",
    "L’Assaut",
    "Halma",
    "Étoile chinoise",
    "Les Alliés",
)


def walk(count_: int, step: timedelta = DAY, settled: int = 0, seed: int = 1) -> list[Point]:
    chance, rating = Random(seed), 1500.0
    points = []
    for number in range(count_):
        points.append(Point(NOON + number * step, rating, number >= settled))
        rating += chance.uniform(-20, 20)
    return points


def drawn(lines: dict[str, list[Point]]) -> Image.Image:
    return Image.open(BytesIO(plot(lines).png)).convert("RGB")


def below_legend(image: Image.Image, rows: int = 1) -> Image.Image:
    """Return the part of a plot inside its axes, below a legend of ``rows`` rows."""
    return image.crop((70, 22 + 30 * rows, image.width, image.height - 46))


def box_of(image: Image.Image, colour: Colour) -> tuple[int, int, int, int]:
    """Return the smallest box around the pixels of a colour."""
    mask = Image.new("L", image.size)
    pixels = image.get_flattened_data()
    mask.putdata([255 * (pixel == colour) for pixel in pixels])
    box = mask.getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("number", [1, 2, 3, 30, 2000])
def test_any_number_of_ratings_makes_a_small_picture(number: int) -> None:
    picture = plot({"Halma": walk(number)})
    image = Image.open(BytesIO(picture.png))
    assert image.format == "PNG"
    assert image.mode == "P"
    assert image.size == (900, 480)
    assert len(picture.png) < 40_000
    shown = below_legend(image.convert("RGB"))
    assert count(shown, STROKES[0]) >= 60
    box = box_of(shown, STROKES[0])
    if number == 1:
        assert 350 < 70 + box[0] < box[2] + 70 < 600, "a single rating stands in the middle"
    else:
        assert box[0] < 40
        assert box[2] > shown.width - 70


def test_ratings_lie_where_their_axes_say() -> None:
    points = [Point(NOON, 1400), Point(NOON + 10 * DAY, 1600), Point(NOON + 20 * DAY, 1500)]
    image = drawn({"Halma": points})
    shown = below_legend(image)
    left, top, right, bottom = box_of(shown, STROKES[0])
    lines = [y for y in range(shown.height) if shown.getpixel((2, y)) == GRID]
    assert len(lines) >= 4
    steps = {second - first for first, second in pairwise(lines)}
    assert max(steps) - min(steps) <= 1, "lines of the grid are evenly apart"
    middle = (left + right) // 2
    column = shown.crop((middle - 3, 0, middle + 3, shown.height))
    assert abs(box_of(column, STROKES[0])[1] - top) <= 2, "the highest one is in the middle"
    assert box_of(shown.crop((left, 0, left + 8, shown.height)), STROKES[0])[3] == bottom


def test_what_is_provisional_is_paler_and_dashed() -> None:
    pale = mix(STROKES[0], PAPER, PALE)
    shown = below_legend(drawn({"Halma": walk(12, settled=6)}))
    parts = [
        shown.crop((round(a * shown.width), 0, round(b * shown.width), shown.height))
        for a, b in ((0.05, 0.4), (0.6, 0.9))
    ]
    provisional, settled = parts
    assert count(provisional, pale) > 200
    assert count(provisional, STROKES[0]) == 0
    assert count(settled, STROKES[0]) > 200
    assert count(settled, pale) < 0.2 * count(settled, STROKES[0])
    gaps = []
    for part in parts:
        columns = (part.crop((x, 0, x + 1, part.height)) for x in range(part.width))
        empty = [not count(each, pale) and not count(each, STROKES[0]) for each in columns]
        gaps.append(sum(not first and second for first, second in pairwise(empty)))
    assert gaps[0] >= 6, "a provisional line is dashed"
    assert gaps[1] == 0, "a settled line has no gaps"


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float, str]]:
    """Return a list that collects the texts drawn on pictures in this test, with their places."""
    written: list[tuple[float, float, str]] = []
    original = ImageDraw.ImageDraw.text

    def text(
        self: ImageDraw.ImageDraw,
        xy: tuple[float, float],
        name: str,
        *rest: object,
        **options: object,
    ) -> None:
        written.append((*xy, name))
        original(self, xy, name, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    return written


def test_provisional_is_explained_only_where_something_is(
    texts: list[tuple[float, float, str]],
) -> None:
    plot({"Halma": walk(5)}, provisional="provisoire")
    assert "provisoire" not in [name for *_, name in texts]
    plot({"Halma": walk(5, settled=2)}, provisional="provisoire")
    assert "provisoire" in [name for *_, name in texts]


def test_several_games_have_several_lines_with_signs_and_a_legend(
    texts: list[tuple[float, float, str]],
) -> None:
    lines = {name: walk(10 + 4 * i, 3 * DAY, seed=i) for i, name in enumerate(GAMES)}
    image = drawn(lines)
    assert [name for *_, name in texts if name in GAMES] == list(GAMES)
    named = [each for each in texts if each[2] in GAMES]
    for (x, y, name), (x2, y2, _) in pairwise(named):
        assert (y, x) < (y2, x2), name
    shown = below_legend(image, 2)
    for stroke in STROKES:
        assert count(shown, stroke) > 100
    assert count(image, INK) > 300


def test_labels_that_are_too_long_are_cut_and_odd_ones_do_no_harm(
    texts: list[tuple[float, float, str]],
) -> None:
    plot({"x" * 500: walk(2), "a\nb": walk(2), "棋 \uffff\x00 🎲": walk(2), "": walk(2)})
    names = [name for *_, name in texts]
    assert any(name.startswith("xxx") and name.endswith("x…") for name in names)
    assert "a b" in names


def test_lines_are_told_apart_by_colour_on_paper_and_by_sign() -> None:
    assert len(STROKES) == len(SYMBOLS) == 8
    for stroke in STROKES:
        assert ratio(stroke, PAPER) >= 4.5
        assert ratio(mix(stroke, PAPER, PALE), PAPER) >= 1.8
    for first, second in combinations(STROKES, 2):
        assert distance(first, second, "usual") >= 20
    for vision in VISION:
        near = [pair for pair in combinations(STROKES, 2) if distance(*pair, vision=vision) < 10]
        assert len(near) <= 2, vision
    shapes = []
    for symbol in SYMBOLS:
        canvas = Canvas("L", (60, 60), 1)
        symbol(canvas, (30, 30), 20, 255)
        shapes.append([value > 127 for value in canvas.image().tobytes()])
    for one, other in combinations(shapes, 2):
        both = sum(a and b for a, b in zip(one, other, strict=True))
        either = sum(a or b for a, b in zip(one, other, strict=True))
        assert both / either < 0.85


def test_text_has_high_contrast_and_the_grid_has_little() -> None:
    assert ratio(INK, PAPER) >= 7
    assert ratio(GRID, PAPER) <= 1.6


def overlapping(places: Sequence[tuple[float, float]]) -> bool:
    return any(b[0] < a[1] for a, b in pairwise(sorted(places)))


@pytest.mark.parametrize(
    "span",
    [
        timedelta(0),
        timedelta(minutes=3),
        timedelta(hours=5),
        timedelta(hours=30),
        timedelta(days=3),
        timedelta(days=40),
        timedelta(days=300),
        timedelta(days=1500),
        timedelta(days=20000),
    ],
)
def test_dates_are_few_and_do_not_touch(
    span: timedelta, texts: list[tuple[float, float, str]]
) -> None:
    plot({"Halma": [Point(NOON, 1500), Point(NOON + span, 1510)]})
    lowest = max(y for _, y, name in texts if "UTC" not in name)
    dates = [(x - 5 * len(name), x + 5 * len(name)) for x, y, name in texts if y == lowest]
    assert 1 <= len(dates) <= 7
    assert not overlapping(dates)
    assert all(left > 0 and right < 900 for left, right in dates)


def labels(begin: datetime, span: timedelta, most: int = 6) -> list[str]:
    return [tick.label for tick in time_axis(begin, begin + span, most).ticks]


def test_times_are_round() -> None:
    assert labels(NOON, timedelta(hours=5)) == [f"{hour}:00" for hour in range(12, 18)]
    assert time_axis(NOON, NOON + timedelta(hours=5), 6).note == "2026-03-14 UTC"
    late = NOON + timedelta(hours=10)
    assert labels(late, timedelta(hours=5)) == [
        "22:00",
        "23:00",
        "00:00",
        "01:00",
        "02:00",
        "03:00",
    ]
    assert time_axis(late, late + timedelta(hours=5), 6).note == "2026-03-14 – 2026-03-15 UTC"
    assert labels(NOON, 4 * DAY) == [f"2026-03-{day}" for day in (15, 16, 17, 18)]
    assert labels(NOON, 150 * DAY) == [f"2026-0{month}" for month in (4, 5, 6, 7, 8)]
    assert labels(NOON, 1500 * DAY) == ["2027", "2028", "2029", "2030"]
    assert time_axis(NOON, NOON + 4 * DAY, 6).note == ""


@pytest.mark.parametrize("span", [timedelta(hours=5), 4 * DAY, 150 * DAY, 1500 * DAY])
def test_times_are_those_of_utc(span: timedelta) -> None:
    east = timezone(timedelta(hours=5, minutes=30))
    begin = datetime(2025, 12, 31, 23, tzinfo=UTC)
    local = time_axis(begin.astimezone(east), (begin + span).astimezone(east), 6)
    assert local == time_axis(begin, begin + span, 6)


@pytest.mark.parametrize(
    ("least", "most", "shown"),
    [
        (1400, 1600, ["1400", "1450", "1500", "1550", "1600"]),
        (1500, 1500, ["1460", "1480", "1500", "1520", "1540"]),
        (24.1, 26.2, ["24.0", "24.5", "25.0", "25.5", "26.0", "26.5"]),
        (-3, 4, ["-4", "-2", "0", "2", "4"]),
        (0, 0, ["-0.6", "-0.4", "-0.2", "0.0", "0.2", "0.4", "0.6"]),
    ],
)
def test_values_are_round(least: float, most: float, shown: list[str]) -> None:
    axis = value_axis(least, most, 5)
    assert [tick.label for tick in axis.ticks] == shown
    assert axis.first <= least <= most <= axis.last
    assert axis.share(axis.first) == 0
    assert axis.share(axis.last) == 1


def test_ratings_are_told_to_who_does_not_see_them() -> None:
    points = [Point(NOON, 1500), Point(NOON + DAY, 1433.4), Point(NOON + 9 * DAY, 1521.6, False)]
    text = str(plot({"Halma": points, "Frysk!": points[:1], "Assaut": []}).alt)
    assert text == (
        "Ratings over time. Halma: 1500 on 2026-03-14, 1522 on 2026-03-23, 1433 at the lowest "
        "and 1522 at the highest. This rating is still provisional. Frysk!: 1500 on 2026-03-14."
    )
    many = str(plot({f"{name} {i}": walk(5) for name in GAMES for i in range(3)}).alt)
    assert len(many) <= LONGEST_ALT_TEXT
    assert "more" in many


def test_nothing_to_plot_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one rating"):
        plot({})
    with pytest.raises(ValueError, match="at least one rating"):
        plot({"Halma": []})
