"""Which games may be opened on a server: others are refused, and no menu offers them."""

from __future__ import annotations

import discord

import engine
from tests.cogs.conftest import SHARED, Club, labels, private_text
from tests.cogs.settings.test_settings import manager, server_panel

pytestmark = SHARED


class TestGames:
    """Which games may be opened on a server."""

    async def allow(self, club: Club, words: str) -> None:
        await manager(club).send(club.channel, f"{club.me} settings server games {words}")

    async def test_others_are_refused_however_they_are_opened(self, club: Club) -> None:
        await self.allow(club, "halma, Frisian draughts")
        assert club.bot.preferences.server(club.guild.id).games == ("frisian", "halma")
        assert "Frisian draughts, Halma" in club.text()
        me, bob = club.me, club.bob.mention
        for words in (f"challenge {bob} russian", "open alliance", "play checkers"):
            await club.alice.send(club.channel, f"{me} {words}")
            assert "is not played on this server; choose" in club.text(), words
        slash = await club.alice.slash(club.channel, "challenge", opponent=club.bob, game="russian")
        assert "choose Frisian draughts or Halma" in private_text(slash)
        assert await club.matches() == []
        await club.alice.send(club.channel, f"{me} challenge {bob} halma")
        assert len(await club.matches()) == 1

    async def test_a_rematch_is_refused_as_a_new_match_is(self, club: Club) -> None:
        await club.start("checkers white")
        asked = await club.bob.click(club.last, label="Resign")
        assert asked.response is not None
        await club.bob.click(asked.response, label="Yes, I resign")
        ended = club.last
        await self.allow(club, "halma")
        pressed = await club.alice.click(ended, label="Rematch")
        assert "is not played on this server" in private_text(pressed)

    async def test_they_are_what_menus_and_suggestions_offer(self, club: Club) -> None:
        await self.allow(club, "halma assaut")
        found = await club.alice.autocomplete(club.channel, "challenge", "game", "")
        assert sorted(choice["value"] for choice in found) == ["assaut", "halma"]
        known = await club.alice.autocomplete(club.channel, "rules", "game", "")
        assert len(known) == len(engine.games)
        await club.alice.send(club.channel, club.me)
        card = club.last
        assert {"Assaut", "Halma"} <= set(labels(card)), labels(card)
        assert "Turkish draughts" not in labels(card)
        panel = await club.alice.click(card, label="All games")
        assert panel.response is not None
        assert _values(panel.response.message) == {"assaut", "halma"}

    async def test_they_are_chosen_in_the_panel_and_none_stands_for_all(self, club: Club) -> None:
        mona = manager(club)
        panel = await server_panel(club, mona)
        menu = "damier:menu-setting:server:games"
        await mona.select(panel, ["halma", "frisian"], custom_id=menu)
        assert club.bot.preferences.server(club.guild.id).games == ("halma", "frisian")
        await mona.send(club.channel, f"{club.me} settings server games all")
        assert len(club.bot.preferences.games_of(club.guild.id)) == len(engine.games)
        await mona.send(club.channel, f"{club.me} settings server games ludo")
        assert "ludo" in club.text()

    async def test_a_game_that_is_gone_hides_no_others(self, club: Club) -> None:
        await club.bot.preferences.change_server(club.guild.id, games=("ludo",))
        assert len(club.bot.preferences.games_of(club.guild.id)) == len(engine.games)


def _values(message: discord.Message) -> set[str]:
    """Return the values of the entries of a message's menu of games."""
    rows = [child for row in message.components for child in getattr(row, "children", ())]
    menus = [child for child in rows if isinstance(child, discord.SelectMenu)]
    return {option.value for option in menus[0].options}
