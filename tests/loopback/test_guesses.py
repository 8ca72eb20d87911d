"""SIGKILL around a guess and its move: an acknowledged guess is kept, shown and scored once."""

from __future__ import annotations

import engine
from tests.loopback.killing import ANSWERED, COMMIT, KILLED, SENT, killed
from tests.loopback.table import Table
from tests.loopback.world import Member
from tests.nightly import NIGHTLY

SCORE = "data.guesses.guesses:Guesses.score"

GUESSING = [f"before:{COMMIT}", f"after:{COMMIT}", f"after:{ANSWERED}"]
MOVING = [f"after:{COMMIT}", f"after:{SENT}", f"before:{SCORE}", f"after:{SCORE}"]


@NIGHTLY
async def test_a_guess_outlives_the_bot_and_is_scored_once(table: Table) -> None:
    cid = table.discord.world.member(table.guild, "Cid")
    await table.start()
    await table.say(table.ann, f"{table.mention} settings server guesses moves boards keep")
    await table.begin("frisian white")
    for turn, fault in enumerate([*GUESSING, *MOVING], 1):
        with killed(f"{fault} of turn {turn}"):
            await one_turn(table, cid, fault, dies_guessing=turn <= len(GUESSING))
            await scored(table, turn)
            assert f"1 of 1 guessed `{table.moves[-1]}`" in table.last.text
    await table.leave()
    assert table.query('SELECT count(*), sum("right") FROM move_guesses') == [(turn, turn)]


async def scored(table: Table, times: int) -> None:
    """Wait until ``times`` guesses, all of them right, are scored."""
    counts = 'SELECT guesses, "right" FROM guessers'
    await table.discord.until(lambda: table.query(counts) == [(times, times)])


def choice(table: Table) -> str:
    """Return a legal move to which there is more than one legal reply."""
    position = engine.games["frisian"].start()
    for played in table.moves:
        position = position.play(position.parse(played))
    moves = position.legal_moves()
    return position.write(next(m for m in moves if len(position.play(m).legal_moves()) > 1))


async def one_turn(table: Table, cid: Member, fault: str, *, dies_guessing: bool) -> None:
    """Have a move guessed and played; the bot dies in one of both acts, and is started again."""
    move, posts = choice(table), len(table.posts)
    mover = table.ann if len(table.moves) % 2 == 0 else table.ben
    if dies_guessing:
        await table.bot.arm(fault)
        await table.discord.slash(cid, table.channel, "match guess", {"move": move}, patience=None)
        assert await table.bot.exit() == KILLED
        await table.restart(forget=True)
    await table.discord.slash(cid, table.channel, "match guess", {"move": move})
    told = table.private(cid).text
    assert ("already" in told) == (dies_guessing and fault != f"before:{COMMIT}"), told
    if not dies_guessing:
        await table.bot.arm(fault)
    await table.say(mover, move)
    if not dies_guessing:
        assert await table.bot.exit() == KILLED
        await table.restart(forget=True)
    await table.shown(posts + 1)
    await table.settled()
    await table.tidy()
