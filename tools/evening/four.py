"""Four people: Halma in teams, the battle of Les Alliés, the star for three, one who leaves."""

from __future__ import annotations

from tools.evening.club import Club


async def four(club: Club) -> None:
    """Act out the evening of Ann, Ben, Cleo and Dov."""
    await club.say("Ann", "@bot open halma 4 teams", "@bot ouvrir halma 4 équipes")
    for name in ("Ben", "Cleo", "Dov"):
        await club.press(name, "join")
    for _ in range(5):
        await club.move()
    await club.press("Ann", "resign")
    await club.press("Ann", "resign-now")
    await club.move()
    await club.slash("Ben", "games")
    match = await club.match()
    for name in ("Ben", "Cleo", "Dov"):
        await club.press(name, "resign")
        await club.press(name, "resign-now")
        if (await club.store.load(match.id)).outcome is not None:
            break
    await club.say("Ann", "@bot open allies battle 4", "@bot ouvrir alliés bataille 4")
    for name in ("Ben", "Cleo", "Dov"):
        await club.press(name, "join")
    await club.press("Ann", "set-up")
    await club.press("Ann", "ready")
    await club.press("Ben", "set-up")
    form = await club.press("Ben", "place")
    await club.fill("Ben", form, "zz 5")
    await club.press("Ben", "fill-in")
    await club.press("Ben", "ready")
    for name in ("Cleo", "Dov", "Ann"):
        await club.press(name, "set-up")
        await club.press(name, "fill-in")
        await club.press(name, "ready")
    await club.say("Ben", "C23-C24")
    for _ in range(5):
        await club.move()
    await club.press("Dov", "resign")
    await club.press("Dov", "resign-now")
    await club.move()
    await club.move()
    await club.say("Ann", "@bot abort", "@bot annuler")
    await club.say("Ann", "@bot open chinese checkers 3", "@bot ouvrir dames chinoises 3")
    for name in ("Ben", "Cleo"):
        await club.press(name, "join")
    for _ in range(3):
        await club.move()
    await club.press("Ben", "resign")
    await club.press("Ben", "resign-now")
    await club.press("Ann", "agree")
    await club.press("Cleo", "agree")
    await club.slash("Dov", "games")
