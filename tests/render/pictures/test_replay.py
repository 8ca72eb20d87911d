"""Animated replays, decoded and compared with the picture of every turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from io import BytesIO
from struct import unpack

import pytest
from PIL import Image, ImageChops, ImageSequence

import engine
from engine.game import Position
from engine.values import Move
from render import THEMES, Frame, replay
from render.pictures.diagram import WHOLE_MAP, Region
from render.pictures.replay import LARGEST_FILE, LAST, READABLE
from tests.nightly import mostly_at_night, thinned
from tests.render.europe import DUEL, WEST, turns
from tests.render.places import TABLES, paint, played

DRAUGHTS = engine.games["frisian"].start()
GAMES: dict[str, Position] = {"frisian": DRAUGHTS, **TABLES}


def frames_of(turns: Iterable[tuple[Position, Move]]) -> list[Frame]:
    """Return the frames of a replay: the position before the first turn, and every turn."""
    found = list(turns)
    return [Frame(found[0][0]), *(Frame(b.play(m), (m,), b) for b, m in found)]


def opened(gif: bytes) -> Image.Image:
    return Image.open(BytesIO(gif))


def decoded(gif: bytes) -> list[Image.Image]:
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(opened(gif))]


def assert_same(
    gif: bytes,
    frames: Sequence[Frame],
    *,
    viewer: int = 0,
    size: int = 300,
    theme: str = "wood",
    coordinates: bool = True,
    region: Region = WHOLE_MAP,
) -> None:
    """Check that every frame of a file is the picture of its turn, pixel by pixel."""
    images = decoded(gif)
    assert len(images) == len(frames)
    for number, (frame, image) in enumerate(zip(frames, images, strict=True)):
        expected = paint(
            frame.position,
            frame.moves,
            before=frame.before,
            viewer=viewer,
            size=size,
            theme=theme,
            coordinates=coordinates,
            region=region,
        ).convert("RGB")
        assert image.size == expected.size
        assert ImageChops.difference(image, expected).getbbox() is None, number


@pytest.mark.parametrize("name", thinned(GAMES, 2))
def test_every_frame_is_the_picture_of_its_turn(name: str) -> None:
    frames = frames_of(played(GAMES[name], 8))
    assert_same(replay(frames, size=300), frames)


@pytest.mark.parametrize("theme", THEMES)
def test_a_replay_looks_as_it_was_asked_to(theme: str) -> None:
    frames = frames_of(played(TABLES["halma for four"], 12))
    gif = replay(frames, size=400, viewer=2, theme=theme, coordinates=False)
    assert_same(gif, frames, size=400, viewer=2, theme=theme, coordinates=False)


def test_a_duel_is_shown_on_its_part_of_the_map_and_a_battle_on_all_of_it() -> None:
    duel = frames_of(turns(2)[:8])
    assert_same(replay(duel, size=300), duel, size=300, region=DUEL)
    battle = frames_of(turns(4)[:8])
    assert len({frame.position.display.view() for frame in battle}) > 1
    assert_same(replay(battle, size=300), battle, size=300, region=WHOLE_MAP)


def test_turns_of_one_zone_alone_are_shown_on_that_zone() -> None:
    zone = [(before, move) for before, move in turns(4) if before.display.view() == WEST]
    frames = [Frame(before.play(move), (move,), before) for before, move in zone[:8]]
    assert len(frames) == 8
    assert_same(replay(frames, size=300), frames, size=300, region=WEST)


def test_turns_of_several_moves_are_one_frame() -> None:
    position = engine.games["frisian"].read("W:W35,46:B26,10,20,30")
    first = position.parse("35x4")
    second = position.play(first).legal_moves()[0]
    frames = [
        Frame(position),
        Frame(position.play(first).play(second), (first, second), position),
    ]
    assert_same(replay(frames, size=300), frames)


def test_frames_that_are_the_same_are_kept() -> None:
    frames = [Frame(DRAUGHTS)] * 3
    assert_same(replay(frames, size=300), frames)


def test_a_replay_goes_on_for_ever_and_stays_longer_on_its_last_turn() -> None:
    gif = replay(frames_of(played(DRAUGHTS, 4)), size=200)
    image = opened(gif)
    assert image.format == "GIF"
    assert image.info["loop"] == 0
    lengths = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert lengths == [1000, 1000, 1000, 1000, 1000 * LAST]
    image = opened(replay([Frame(DRAUGHTS)] * 2, size=200, pace=timedelta(seconds=0.3)))
    assert [frame.info["duration"] for frame in ImageSequence.Iterator(image)] == [300, 300 * LAST]


def descriptors(gif: bytes) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield left, top, width, height and flags of every frame, read from the file's bytes."""
    at = 13 + 3 * 2 ** (1 + (gif[10] & 0b111))
    while (kind := gif[at : at + 1]) != b";":
        if kind == b",":
            yield unpack("<HHHHB", gif[at + 1 : at + 10])
        at += {b"!": 2, b",": 11}[kind]
        while gif[at]:
            at += gif[at] + 1
        at += 1


def test_all_frames_share_one_palette_and_hold_only_what_has_changed() -> None:
    gif = replay(frames_of(played(TABLES["star for 6"], 20)), size=300)
    frames = list(descriptors(gif))
    assert len(frames) == 21
    assert frames[0][:4] == (0, 0, 300, 300)
    assert not any(flags & 0b1000_0000 for *_, flags in frames)
    assert all(width * height < 300**2 / 2 for _, _, width, height, _ in frames[1:5])


@pytest.mark.parametrize(
    "name",
    mostly_at_night(GAMES, lambda name: name == "star for 3"),  # the largest file
)
def test_a_match_of_four_hundred_turns_is_far_below_discord_s_limit(name: str) -> None:
    frames = frames_of(played(GAMES[name], 100))
    assert 4 * len(replay(frames)) < LARGEST_FILE / 3


def test_a_file_that_would_be_too_large_is_made_of_smaller_pictures() -> None:
    frames = frames_of(played(DRAUGHTS, 12))
    whole = len(replay(frames))
    smaller = replay(frames, limit=whole - 1)
    assert len(smaller) < whole
    assert opened(smaller).size == (450, 450)
    assert_same(smaller, frames, size=450)
    smallest = len(replay(frames, size=READABLE))
    assert opened(replay(frames, limit=smallest + 1)).size == (READABLE, READABLE)
    with pytest.raises(ValueError, match=f"13 positions do not fit into {smallest - 1} bytes"):
        replay(frames, limit=smallest - 1)


def test_a_replay_of_nothing_and_wrong_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one position"):
        replay([])
    with pytest.raises(ValueError, match="200 to 2400 pixels"):
        replay([Frame(DRAUGHTS)], size=100)
    with pytest.raises(ValueError, match="no theme 'mud'"):
        replay([Frame(DRAUGHTS)], theme="mud")
