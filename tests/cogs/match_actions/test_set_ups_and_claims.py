"""Set-ups in secret, and claims such as to huff."""

from __future__ import annotations

from engine.table.match import Match
from engine.table.steps import steps_of
from tests.cogs.conftest import SHARED, Club, labels, picture_of, placing, private_text

pytestmark = SHARED


class TestHuff:
    """Assaut's claim: a button wherever there can be something to huff, and its answer."""

    async def test_the_button_is_there_whether_or_not_it_is_due(self, club: Club) -> None:
        await club.start("assaut soldiers")
        assert "Huff" not in labels(club.last)
        await club.play("@c6,e6")
        assert "Huff" not in labels(club.last)
        await club.play("d4-d5")
        assert "Huff" not in labels(club.last)
        await club.play("c6-c7")
        assert "Huff" in labels(club.last)
        nothing = await club.alice.click(club.last, label="Huff")
        assert "huff" in private_text(nothing).lower()
        await club.play("d3-d4")
        assert "Huff" not in labels(club.last)

    async def test_an_officer_who_omits_a_capture_is_huffed(self, club: Club) -> None:
        match = await club.start("assaut soldiers")
        await club.play("@d6,d7", "d4-d5")
        position = (await club.store.load(match.id)).position
        assert any(move.captured for move in position.legal_moves())
        omitted = next(move for move in position.legal_moves() if not move.captured)
        await club.play(position.write(omitted))
        assert (await club.store.load(match.id)).moves[-1].text == "d4-d5"
        assert club.text().endswith("do you want to look at this again? Only you see why.")
        why = await club.bob.click(club.last, label="Show me why")
        assert "You can capture with `" in private_text(why)
        assert "the soldiers may take off an officer that could (*huff*)" in private_text(why)
        await club.bob.click(club.last, label="Play it all the same")
        assert "The soldiers may `huff` before their move: " in club.text()
        await club.alice.click(club.last, label="Huff")
        match = await club.store.load(match.id)
        assert match.moves[-1].text.startswith("huff")
        officer = match.moves[-1].text.split()[-1]
        cause = f"The officer on {officer} could have captured d5."
        assert f"huffed {officer}. {cause}" in club.text()
        assert match.people[match.position.turn] == club.alice.id

    async def test_huff_and_move_in_one_message(self, club: Club) -> None:
        match = await club.start("assaut soldiers")
        await club.play("@d6,d7", "d4-d5")
        position = (await club.store.load(match.id)).position
        omitted = next(move for move in position.legal_moves() if not move.captured)
        await club.play(position.write(omitted))
        await club.bob.click(club.last, label="Play it all the same")
        await club.alice.send(club.channel, "huff c4-c5")
        moves = [move.text for move in (await club.store.load(match.id)).moves]
        assert moves[-2].startswith("huff")
        assert moves[-1] == "c4-c5"


class TestSetUpInSecret:
    """The secret set-up of Alliance's crosses."""

    async def begin(self, club: Club) -> Match:
        match = await club.challenge("alliance free white")
        await club.bob.click(club.last, label="Accept")
        return await club.store.load(match.id)

    async def test_each_player_sets_crosses_unseen(self, club: Club) -> None:
        match = await self.begin(club)
        board = club.last
        assert labels(board) == ["Set up", "Ready", "Rules", "Resign", "More"]
        assert "set up your pieces in secret" in club.text()
        assert "type a move" not in club.text()
        early = await club.alice.click(board, label="Ready")
        assert private_text(early)
        form = await placing(club.alice, board)
        shown = await club.alice.submit_modal(form, club.form(form, "@a1=x c1=+"))
        assert "Ready" in labels(shown.response.message)  # type: ignore[union-attr]
        await picture_of(shown.response.message)  # type: ignore[union-attr]
        form = await placing(club.alice, board)
        await club.alice.submit_modal(form, club.form(form, "@+"))
        waiting = await club.alice.click(board, label="Ready")
        assert "others are still setting up" in private_text(waiting)
        match = await club.store.load(match.id)
        assert match.moves == ()
        assert all("a1=x" not in club.text(message) for message in club.public())
        await club.restart()
        form = await placing(club.bob, board)
        await club.bob.submit_modal(form, club.form(form, "@x"))
        await club.bob.click(board, label="Ready")
        match = await club.store.load(match.id)
        assert len(match.moves) == 24
        assert not match.setting_up
        assert "Legal moves" in labels(club.public()[-1])
        assert "**Move 1**" in club.text()
        assert match.record().startswith("@")
        assert steps_of(match)[1].number == 0
        await club.alice.send(club.channel, "a3-b4")
        assert "played" in club.text() or "`" in club.text()

    async def test_in_the_open_it_is_refused_unread(self, club: Club) -> None:
        match = await self.begin(club)
        await club.alice.send(club.channel, "@a1=x c1=+")
        assert "Not in the open" in club.text()
        await club.alice.slash(club.channel, "move", move="@a1=x")
        match = await club.store.load(match.id)
        assert match.moves == ()
        assert match.set_up_of(0).arrangement == {}

    async def test_a_direct_message_sets_up(self, club: Club) -> None:
        match = await self.begin(club)
        await club.alice.send_dm("@x")
        await club.alice.send_dm("ready")
        match = await club.store.load(match.id)
        assert match.set_up_of(0).ready
        assert len(match.set_up_of(0).arrangement) == 12

    async def test_who_dawdles_is_reminded_and_in_the_end_set_up_for(self, club: Club) -> None:
        match = await self.begin(club)
        await club.alice.send_dm("@+")
        await club.alice.send_dm("ready")
        await club.later(hours=23)
        assert club.pinged() == {club.alice.id, club.bob.id}
        await club.later(hours=2)
        assert f"{club.bob.mention}: set up your pieces" in club.text()
        assert club.pinged() == {club.bob.id}
        await club.later(hours=1)
        count = len(club.public())
        await club.later(hours=47)
        match = await club.store.load(match.id)
        assert not match.setting_up
        assert len(match.moves) == 24
        assert len(club.public()) == count + 1
