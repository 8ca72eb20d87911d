"""How loud a match is: boards that stay, boards that are folded, and one board that is edited."""

from __future__ import annotations

import discord
import pytest

from cogs.members.preferences import Preferences
from data import Boards, PostState
from engine.table.match import Match
from engine.table.record import Kind, Status
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text

pytestmark = SHARED


async def begin(club: Club, boards: Boards) -> Match:
    await club.bot.preferences.change_server(club.guild.id, boards=boards)
    return await club.accepted()


def ours(club: Club) -> list[discord.Message]:
    """Return the bot's messages, oldest first."""
    assert club.bot.user is not None
    return [message for message in club.messages if message.author.id == club.bot.user.id]


async def resign(club: Club) -> None:
    """Let Bob resign."""
    board = next(message for message in reversed(ours(club)) if labels(message))
    asked = await club.bob.click(board, label="Resign")
    assert asked.response is not None
    await club.bob.click(asked.response, label="Yes, I resign")


class TestFolded:
    async def test_is_the_default(self, club: Club) -> None:
        assert Preferences(club.store).server(1).boards == "fold"

    async def test_an_earlier_board_is_a_line_once_the_next_is_posted(self, club: Club) -> None:
        match = await club.accepted()
        card, start = ours(club)
        await club.play("32-28", "19-23")
        card, start, earlier, last = [await club.fetch(post) for post in ours(club)]
        assert [len(post.attachments) for post in (card, start, earlier, last)] == [0, 0, 0, 1]
        assert club.text(card).strip() == (
            f"-# Frisian draughts: {club.alice.mention} challenges {club.bob.mention} "
            f"· match #{match.id}"
        )
        assert club.text(start).strip() == (
            f"-# Frisian draughts: White {club.alice.mention} – Black {club.bob.mention} "
            f"· match #{match.id}"
        )
        assert club.text(earlier).strip() == (
            f"-# White {club.alice.mention} played `32-28` · match #{match.id}"
        )
        assert not any(map(labels, (card, start, earlier)))
        assert club.pinged() == {club.alice.id}

    async def test_a_line_can_be_replied_to(self, club: Club) -> None:
        await club.accepted("halma")
        first = await club.accepted()
        folded = ours(club)[-2]
        board = ours(club)[-1]
        await club.alice.send(club.channel, "32-28", reply_to=board)
        await club.bob.send(club.channel, "19-23", reply_to=board)
        assert len((await club.reload(first)).moves) == 2
        assert folded.attachments == []

    async def test_a_board_that_was_asked_for_again_is_removed(self, club: Club) -> None:
        match = await club.accepted()
        await club.play("32-28")
        await club.bob.send(club.channel, f"{club.me} board")
        again = ours(club)[-1]
        await club.play("19-23")
        assert again.id not in {message.id for message in club.messages}
        lines = [club.text(post) for post in ours(club)]
        assert sum("played `32-28`" in line for line in lines) == 1
        states = [post.state for post in await club.store.outbox.posts(match.id)]
        assert states.count(PostState.REMOVED) == 1

    async def test_a_result_is_not_folded_when_it_is_changed(self, club: Club) -> None:
        role = club.guild.create_role("M", permissions=discord.Permissions(manage_messages=True))
        judge = club.guild.add_member(club.env.create_user("judge"), roles=[role])
        match = await club.accepted()
        await club.play("32-28", "19-23")
        await resign(club)
        result = ours(club)[-1]
        assert " won** against" in club.text(result)
        await judge.slash(
            club.channel, "admin end", match=match.id, result="draw", reason="A mistake."
        )
        assert ours(club)[-1].id != result.id
        assert (await club.fetch(result)).attachments
        assert labels(await club.fetch(result)) == []


async def test_boards_stay_where_the_server_wants_that(club: Club) -> None:
    await begin(club, "keep")
    old = club.last
    await club.play("32-28")
    assert (await club.fetch(old)).attachments
    assert labels(await club.fetch(old)) == []
    assert "it is your turn" in club.text(await club.fetch(old))


class TestOneBoard:
    async def test_is_edited_and_a_short_message_calls(self, club: Club) -> None:
        match = await begin(club, "one")
        _, board = ours(club)
        before = await picture_of(board)
        await club.play("32-28")
        _, board, call = [await club.fetch(post) for post in ours(club)]
        assert f"White {club.alice.mention} played `32-28`." in club.text(board)
        assert (await picture_of(board)).tobytes() != before.tobytes()
        assert "Legal moves" in labels(board)
        assert club.text(call).strip().startswith(f"{club.bob.mention}, it is your turn: [")
        assert str(board.id) in club.text(call)
        assert club.pinged() == {club.bob.id}
        assert call.reference is not None
        assert call.reference.message_id == board.id
        await club.play("19-23")
        _, same, newer = ours(club)
        assert same.id == board.id
        assert newer.id != call.id
        assert club.pinged() == {club.alice.id}
        rows = await club.store.outbox.posts(match.id)
        assert [(row.message, row.call) for row in rows if row.stands][1:] == [(board.id, newer.id)]

    async def test_a_move_can_reply_to_the_call(self, club: Club) -> None:
        first = await begin(club, "one")
        await club.play("32-28")
        call = ours(club)[-1]
        await club.start("halma")
        await club.bob.send(club.channel, "19-23", reply_to=call)
        assert len((await club.reload(first)).moves) == 2

    async def test_who_wants_no_pings_is_not_called(self, club: Club) -> None:
        await begin(club, "one")
        await club.bot.preferences.change_person(club.bob.id, pings=False)
        await club.play("32-28")
        assert len(ours(club)) == 2

    async def test_a_follower_of_turns_is_called_too(self, club: Club) -> None:
        match = await begin(club, "one")
        await club.store.followers.add(match.id, club.carol.id, turns=True)
        await club.play("32-28")
        assert club.pinged() == {club.bob.id, club.carol.id}
        assert "Followers" in club.text()

    async def test_its_end_has_a_post_of_its_own(self, club: Club) -> None:
        match = await begin(club, "one")
        await club.play("32-28", "19-23")
        _, board, _ = ours(club)
        await resign(club)
        result = ours(club)[-1]
        assert result.id != board.id
        assert " won** against" in club.text(result)
        assert labels(result) == ["Rematch", "Review", "More"]
        assert club.pinged() == {club.alice.id}
        assert board.id not in {message.id for message in club.messages}
        assert (await club.reload(match)).status is Status.OVER

    async def test_that_somebody_deletes_is_posted_anew(self, club: Club) -> None:
        match = await begin(club, "one")
        await club.play("32-28")
        _, board, call = ours(club)
        await board.delete()
        await club.play("19-23")
        _, anew = ours(club)
        assert anew.id > call.id
        assert "`19-23`" in club.text(anew)
        assert club.pinged() == {club.alice.id}
        await club.play("28x19")
        assert [post.id for post in ours(club)][1] == anew.id
        assert len((await club.reload(match)).moves) == 3

    @pytest.mark.parametrize(("status", "code"), [(429, 30046), (400, 50083)])
    async def test_that_discord_does_not_let_us_edit_is_posted_anew(
        self, club: Club, status: int, code: int
    ) -> None:
        match = await begin(club, "one")
        await club.play("32-28")
        _, board, _ = ours(club)
        route = f"/channels/{club.channel.id}/messages/{board.id}"
        club.env.inject_error("PATCH", route, status=status, code=code)
        await club.play("19-23")
        _, anew = ours(club)
        assert anew.id > board.id
        assert "`19-23`" in club.text(anew)
        assert club.pinged() == {club.alice.id}
        states = [(p.message, p.state) for p in await club.store.outbox.posts(match.id)]
        assert (board.id, PostState.REMOVED) in states

    async def test_is_posted_anew_at_a_players_wish(self, club: Club) -> None:
        await begin(club, "one")
        await club.play("32-28")
        _, board, _ = ours(club)
        await club.bob.send(club.channel, f"{club.me} board")
        _, anew = ours(club)
        assert anew.id != board.id
        await club.play("19-23")
        assert ours(club)[1].id == anew.id

    async def test_an_offer_is_a_post_of_its_own(self, club: Club) -> None:
        await begin(club, "one")
        await club.play("32-28", "19-23")
        await club.bob.slash(club.channel, "match propose", what="draw")
        _, board, call, offer = ours(club)
        assert labels(offer) == ["Accept", "Decline", "Withdraw"]
        assert "your turn" in club.text(call)
        await club.alice.send(club.channel, "28x19")
        assert labels(await club.fetch(offer)) == []
        assert "`28x19`" in club.text(await club.fetch(board))

    async def test_goes_on_after_a_restart_and_a_change_of_the_setting(self, club: Club) -> None:
        match = await begin(club, "keep")
        await club.play("32-28")
        board = club.last
        await club.bot.preferences.change_server(club.guild.id, boards="one")
        await club.restart()
        await club.play("19-23")
        assert "`19-23`" in club.text(await club.fetch(board))
        call = club.last
        await club.bot.preferences.change_server(club.guild.id, boards="fold")
        await club.play("28x19")
        assert call.id not in {message.id for message in club.messages}
        assert (await club.fetch(board)).attachments == []
        assert "`28x19`" in club.text()
        kinds = [event.kind for event in (await club.reload(match)).events]
        assert kinds.count(Kind.MOVE) == 3


class TestThreadsAreRecommended:
    ADVICE = "Threads keep several matches apart"

    async def test_once_where_a_second_match_begins(self, club: Club) -> None:
        await club.start()
        assert self.ADVICE not in club.text()
        second = await club.start("halma")
        assert self.ADVICE in _everything(club.last)
        await club.restart()
        await club.start("checkers")
        assert self.ADVICE not in _everything(club.last)
        shown = (await club.store.outbox.posts(second.id))[-1].message
        board = next(message for message in ours(club) if message.id == shown)
        pressed = await club.alice.click(board, label="Use threads")
        assert "Manage Server" in private_text(pressed)
        assert not club.bot.preferences.server(club.guild.id).threads

    async def test_who_manages_the_server_turns_them_on_there(self, club: Club) -> None:
        manages = discord.Permissions(manage_guild=True)
        role = club.guild.create_role("Managers", permissions=manages)
        manager = club.guild.add_member(club.env.create_user("manager"), roles=[role])
        await club.start()
        await club.start("halma")
        shown = await manager.click(club.last, label="Use threads")
        assert shown.response is not None
        assert "A thread for each match" in " ".join(labels(shown.response.message))
        assert club.bot.preferences.server(club.guild.id).threads
        assert self.ADVICE in _everything(club.last), "the board stays a board"


def _everything(message: discord.Message) -> str:
    """Return everything written in a message, its sections included."""
    return str([component.to_dict() for component in message.components])
