"""The first boards of a person's first match of a game explain the game, to nobody else."""

from __future__ import annotations

import pytest

import engine
from tests.cogs.computers.conftest import against, answered, thoughts
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED

__all__ = ["thoughts"]  # a fixture

ALLIANCE = "Twelve men a side, each with a cross that says how it captures. *Rules* tells more."
HUFF = "*Huff*: before you move, you may have an officer taken off"


@pytest.mark.parametrize("name", engine.games)
def test_every_game_has_first_words_short_enough_for_a_phone(name: str) -> None:
    words = engine.games[name].first_words
    assert words is not None
    assert 100 < len(str(words)) < 250
    assert len(str(engine.games[name].tagline)) < 80


async def test_each_player_is_told_once_below_the_board_with_the_rules_at_hand(club: Club) -> None:
    await club.start("alliance white")
    assert ALLIANCE in club.text()
    assert club.text().count("Dames-Alliance") == 1
    rules = await club.alice.click(club.last, label="Rules")
    assert "`c3-c4` leaves it as it is, `c3-c4=+` makes it upright" in private_text(rules)
    await club.play("c3-c4")
    assert ALLIANCE in club.text()
    await club.play("d6-d5")
    assert ALLIANCE not in club.text()


async def test_the_words_stand_below_the_picture(club: Club) -> None:
    await club.start("alliance white")
    kinds = [type(component).__name__ for component in club.last.components]
    texts = [getattr(component, "content", "") for component in club.last.components]
    where = next(number for number, text in enumerate(texts) if ALLIANCE in text)
    assert kinds.index("MediaGalleryComponent") < where


async def test_who_has_played_the_game_is_told_nothing(club: Club) -> None:
    await club.start("alliance white")
    await club.play("c3-c4")
    await club.alice.send(club.channel, f"{club.me} challenge {club.carol.mention} alliance white")
    await club.carol.click(club.last, label="Accept")
    assert "*Rules* tells more" not in club.text()
    await club.alice.send(club.channel, "c3-c4", reply_to=club.last)
    assert ALLIANCE in club.text()  # for Carol
    await club.alice.send(club.channel, f"{club.me} challenge {club.carol.mention} frisian white")
    await club.carol.click(club.last, label="Accept")
    assert "Men and kings capture in all eight directions." in club.text()


async def test_the_huff_is_explained_where_it_is_offered_first_and_not_again(club: Club) -> None:
    await club.start("assaut soldiers")
    assert "Twenty-four soldiers storm a fortress" in club.text()
    assert "such as `c7 d6`" in club.text()  # an @ would be a mention
    await club.play("c6,e6")
    assert "Twenty-four soldiers storm a fortress" in club.text()
    assert HUFF not in club.text()
    await club.play("d4-d5")
    assert HUFF not in club.text()
    await club.play("c6-c7")
    assert "Huff" in labels(club.last)
    assert f"New to Assaut? {HUFF}" in club.text()
    await club.play("e4-e5", "c7-c6")  # an officer omits a capture
    await club.bob.click(club.last, label="Play it all the same")
    assert "Huff" in labels(club.last)
    assert HUFF not in club.text()


@pytest.mark.usefixtures("thoughts")
async def test_who_plays_a_computer_for_the_first_time_is_told_too(club: Club) -> None:
    match = await against(club, -11, game="turkish")
    assert "Straight ahead and sideways, on all 64 squares." in club.text()
    await club.alice.send(club.channel, match.position.write(match.position.legal_moves()[0]))
    await answered(club)
    assert "Straight ahead and sideways" not in club.text()


class TestInFrench:
    @pytest.fixture
    def language(self) -> str:
        return "fr"

    async def test_the_words_are_french(self, club: Club) -> None:
        await club.alice.send(club.channel, f"{club.me} défi {club.bob.mention} alliance blancs")
        await club.bob.click(club.last, label="Accepter")
        assert "chacun avec une croix qui dit comment il prend. *Règles* en" in club.text()
