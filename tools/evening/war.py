"""Two people: the battle of Les Alliés, an alliance each, for fifteen rounds; then a duel."""

from __future__ import annotations

import random

from tools.evening.club import Club

ROUNDS = 15


async def war(club: Club) -> None:
    """Act out the evening of Ann and Ben."""
    await club.say("Ann", "@bot challenge @Ben allies battle", "@bot défier @Ben alliés bataille")
    await club.press("Ben", "accept")
    for name in ("Ann", "Ben"):
        await club.press(name, "set-up")
        if name == "Ann":
            form = await club.press(name, "place")
            await club.fill(name, form, "zz 5")
            form = await club.press(name, "place")
            await club.fill(name, form, "K11 K3 O13 foo Q17")
        for _ in range(2):
            await club.press(name, "fill-in")
            await club.press(name, "ready")
    await club.say("Ann", "C23-C24")
    await _play(club, 4 * ROUNDS)
    await club.say("Ann", "@bot draw", "@bot nulle")
    await club.press("Ann", "more")
    await club.press("Ann", "propose")
    await club.press("Ben", "agree")
    await _play(club, 6)
    await club.press("Ben", "resign")
    await club.press("Ben", "resign-now")
    await club.say("Ann", "@bot challenge @Ben allies", "@bot défier @Ben alliés")
    await club.press("Ben", "accept")
    for name in ("Ann", "Ben"):
        await club.press(name, "set-up")
        await club.press(name, "fill-in")
        await club.press(name, "ready")
    await _play(club, 400)


async def _play(club: Club, turns: int) -> None:
    """Have the two play at most ``turns`` turns; they sometimes omit a capture, and often claim."""
    chance = random.Random(4)
    for _ in range(turns):
        position = (await club.match()).position
        if position.outcome() is not None:
            return
        moves = position.legal_moves()
        claims = [move for move in moves if move.kind not in {"move", "place"}]
        strokes = [move for move in moves if move.captured]
        steps = [move for move in moves if move.kind == "move" and not move.captured]
        if claims and chance.random() < 0.7:
            await club.move(position.write(chance.choice(claims)))
        elif strokes and (not steps or chance.random() < 0.8):
            await club.move(position.write(chance.choice(strokes)))
        else:
            move = chance.choice(steps)
            await club.move(position.write(move))
            if strokes:
                who = (await club.match()).players[position.turn]
                await club.press(club.name_of(who), "text-sure")
