"""Standings for tests of pictures, with names of all kinds."""

from __future__ import annotations

from render import (
    Bracket,
    CrossRow,
    CrossTable,
    Entrant,
    Ladder,
    LadderRow,
    Mark,
    Pair,
    Played,
    RankRow,
    RankTable,
    RoundRow,
    RoundTable,
)

NAMES = (
    "Anna Wiersma",
    "Bert-Jan van der Meulen-Hoogstraten",
    "Шамиль Иванов",
    "李小龍",
    "Σωκράτης",
    "🦊 Fox 🦊",
    "Jean\u0301 Dupont",
    "محمد",
    "\u200b",
    "Nguyễn Văn Đức",
    "W" * 300,
    "A\nB\tC",
    "e" + "\u0301" * 40,
    "",
    "\ufffe\x00\ud800",
    "Zoë",
)


def zone(number: int, count: int) -> Mark | None:
    """Return a row's mark: the first two rise, the last two fall, and the fifth has left."""
    if number < 2:
        return Mark.UP
    if number >= count - 2:
        return Mark.DOWN
    return Mark.OUT if number == 4 else None


def a_cross_table(count: int, cell: str = "1½ 1") -> CrossTable:
    """Return the cross table of a league whose first and second have not met yet."""
    rows = tuple(
        CrossRow(
            number + 1,
            NAMES[number],
            tuple("" if {number, other} == {0, 1} else cell for other in range(count)),
            "12½",
            "102.25",
            zone(number, count),
            computer=number == 3,
        )
        for number in range(count)
    )
    return CrossTable("Halma league, autumn 2026", rows, "Round 5 of 9", "Sonneborn-Berger")


def a_rank_table(count: int, first: int = 17) -> RankTable:
    """Return a part of a Swiss tournament's table, from place ``first`` on."""
    rows = tuple(
        RankRow(
            first + number,
            NAMES[number % len(NAMES)],
            ("4½", "14½", "12.25", "4", "½"),
            zone(number, count),
            computer=number == 3,
        )
        for number in range(count)
    )
    heads = ("Points", "Solkoff", "Sonneborn-Berger", "Wins", "Round 5")
    return RankTable("Autumn Swiss", heads, rows, "Round 5 of 7", first, 128)


def a_round_table(count: int, rounds: int, first: int = 1) -> RoundTable:
    """Return a part of a Swiss tournament's table by rounds; walkovers name no opponent."""
    results = ("1", "½", "0", "+", "-", "")
    rows = tuple(
        RoundRow(
            first + number,
            (number * 7) % 32 + 1,
            NAMES[number % len(NAMES)],
            tuple(
                Played(result, (number * 3 + at) % 32 + 1 if result not in {"+", "-"} else None)
                for at in range(rounds)
                for result in (results[(number + at) % len(results)],)
            ),
            "4½",
            Mark.OUT if number == 4 else None,
            computer=number == 3,
        )
        for number in range(count)
    )
    return RoundTable("Autumn Swiss", rows, "Round 5 of 9", first, 32)


def a_ladder(count: int) -> Ladder:
    """Return the top of a ladder, with challenges that cross and some from farther below."""
    rows = tuple(
        LadderRow(number + 1, NAMES[number % len(NAMES)], ("12–3",), moved=(0, 2, -1)[number % 3])
        for number in range(count)
    )
    challenges = ((4, 1), (5, 3), (17, 15), (90, 88))
    return Ladder("Ladder, Halma", rows, challenges, "", ("Won–lost",), total=40)


def a_bracket(count: int, decided: int = 0) -> Bracket:
    """Return a knockout of ``count`` players; the upper one of each pair won ``decided`` rounds."""
    players = [Entrant(NAMES[n % len(NAMES)], n + 1, computer=n == 3) for n in range(count)]
    rounds: list[tuple[Pair, ...]] = []
    while len(players) > 1 and len(rounds) <= decided:
        winner = 0 if len(rounds) < decided else None
        scores = ("1½", "½") if winner == 0 else ("", "")
        pairs = zip(players[::2], players[1::2], strict=True)
        rounds.append(tuple(Pair(pair, scores, winner) for pair in pairs))
        players = players[::2]
    return Bracket("Knockout, Dames-Alliance", tuple(rounds))
