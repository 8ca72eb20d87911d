"""Matches between servers as values and as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    RowMapping,
    Select,
    bindparam,
    delete,
    insert,
    select,
    update,
)

import engine
from data.asynchronous import AsyncConnection
from data.database.errors import Conflict
from data.database.server_tables import server_boards, server_matches, server_players, server_sides
from engine.server_matches.server_match import Board, Phase, Player, ServerMatch, Side
from engine.table.clock import TimeControl

_SIDES, _PLAYERS, _BOARDS = (
    select(table)
    .where(table.c.server_match.in_(bindparam("its_matches", expanding=True)))
    .order_by(*table.primary_key.columns)
    for table in (server_sides, server_players, server_boards)
)
"""Select the parts of matches in the order of their keys; built once, as building takes long."""


async def find(
    connection: AsyncConnection,
    *wanted: ColumnElement[bool],
    limit: int | None = None,
    order: Column[Any] = server_matches.c.id,
) -> list[ServerMatch]:
    """Return the matches between servers that meet all conditions, in descending ``order``.

    At most ``limit`` matches are returned; None means all.
    """
    statement = select(server_matches).where(*wanted).order_by(order.desc()).limit(limit)
    rows = (await connection.execute(statement)).mappings().all()
    ids = [row["id"] for row in rows]
    if not ids:
        return []
    sides, players, boards = [
        await _of(connection, part, ids) for part in (_SIDES, _PLAYERS, _BOARDS)
    ]
    return [_read(row, sides[row["id"]], players[row["id"]], boards[row["id"]]) for row in rows]


async def _of(
    connection: AsyncConnection,
    part: Select[Any],
    ids: Sequence[int],
) -> dict[int, list[RowMapping]]:
    """Return the rows of a part by match, each list in the order of the keys."""
    found: dict[int, list[RowMapping]] = {one: [] for one in ids}
    for row in (await connection.execute(part, {"its_matches": ids})).mappings():
        found[row["server_match"]].append(row)
    return found


def _read(
    row: RowMapping,
    sides: Sequence[RowMapping],
    players: Sequence[RowMapping],
    boards: Sequence[RowMapping],
) -> ServerMatch:
    guilds = row["guild"], row["other_guild"]
    home, away = (
        Side(guild, one["name"], one["channel"], one["names"], one["ready"])
        for guild, one in zip(guilds, sides, strict=True)
    )
    return ServerMatch(
        id=row["id"],
        game=engine.games[row["game"]],
        options=row["options"],
        time=TimeControl.read(row["time"]),
        most=row["most"],
        created=row["created"],
        sides=(home, away),
        phase=Phase(row["phase"]),
        version=row["version"],
        ended=row["ended"],
        players=tuple(
            Player(one["side"], one["person"], one["name"], one["strength"], one["id"])
            for one in players
        ),
        boards=tuple(
            Board(
                one["number"],
                one["first"],
                (one["player"], one["other_player"]),
                (one["twin"], one["other_twin"]),
            )
            for one in boards
        ),
    )


async def add(connection: AsyncConnection, match: ServerMatch, source: str) -> ServerMatch:
    """Add a new match between servers; return it with its id."""
    home, away = match.sides
    added = await connection.execute(
        insert(server_matches)
        .values(
            guild=home.guild,
            other_guild=away.guild,
            game=match.game.name,
            options=dict(match.options),
            time=str(match.time),
            most=match.most,
            created=match.created,
            source=source,
            **_changing(match),
        )
        .returning(server_matches.c.id)
    )
    match = replace(match, id=added.scalar_one())
    await connection.execute(
        insert(server_sides),
        [
            {"server_match": match.id, "side": number, **_of_side(side)}
            for number, side in enumerate(match.sides)
        ],
    )
    return match


async def change(
    connection: AsyncConnection, before: ServerMatch, after: ServerMatch
) -> ServerMatch:
    """Write the changes of a match; return it with the new version, players' ids and boards.

    Raises Conflict if the stored match differs from ``before``.
    """
    after = replace(after, version=before.version + 1)
    its_own = (server_matches.c.id == before.id) & (server_matches.c.version == before.version)
    values = _changing(after)
    updated = await connection.execute(update(server_matches).where(its_own).values(values))
    if not updated.rowcount:
        raise Conflict(f"Match {before.id} between servers has changed.")
    for number, (old, side) in enumerate(zip(before.sides, after.sides, strict=True)):
        if old != side:
            of_it = (server_sides.c.server_match == after.id) & (server_sides.c.side == number)
            await connection.execute(update(server_sides).where(of_it).values(_of_side(side)))
    after = await _change_players(connection, before, after)
    after = after.seated()
    for board in after.boards:
        if board not in before.boards:
            await _write_board(connection, after.id, board, is_new=not before.boards)
    return after


async def _change_players(
    connection: AsyncConnection, before: ServerMatch, after: ServerMatch
) -> ServerMatch:
    kept = {player.id for player in after.players}
    gone = [player.id for player in before.players if player.id not in kept]
    if gone:
        await connection.execute(delete(server_players).where(server_players.c.id.in_(gone)))
    known = {player.id: player for player in before.players}
    players = []
    for player in after.players:
        number = player.id
        if number and known[number] != player:
            values = {"person": player.person, "name": player.name, "strength": player.strength}
            its_own = server_players.c.id == number
            await connection.execute(update(server_players).where(its_own).values(values))
        if not number:
            added = await connection.execute(
                insert(server_players)
                .values(
                    server_match=after.id,
                    side=player.side,
                    person=player.person,
                    name=player.name,
                    strength=player.strength,
                )
                .returning(server_players.c.id)
            )
            number = added.scalar_one()
        players.append(replace(player, id=number))
    return replace(after, players=tuple(players))


async def _write_board(
    connection: AsyncConnection, number: int, board: Board, *, is_new: bool
) -> None:
    twins = {"twin": board.matches[0], "other_twin": board.matches[1]}
    if not is_new:
        its_own = (server_boards.c.server_match == number) & (
            server_boards.c.number == board.number
        )
        await connection.execute(update(server_boards).where(its_own).values(twins))
        return
    player, other = board.players
    values = {"first": board.first, "player": player, "other_player": other, **twins}
    await connection.execute(
        insert(server_boards).values(server_match=number, number=board.number, **values)
    )


def _changing(match: ServerMatch) -> dict[str, Any]:
    """Return the columns of ``server_matches`` that change."""
    return {"phase": match.phase.value, "version": match.version, "ended": match.ended}


def _of_side(side: Side) -> dict[str, Any]:
    return {"name": side.name, "channel": side.channel, "names": side.names, "ready": side.ready}
