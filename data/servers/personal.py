"""Personal data in matches between servers: export and removal."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, or_, select, update

from data.asynchronous import AsyncConnection
from data.database.columns import as_given
from data.database.server_tables import server_boards, server_matches, server_players


async def take_out(connection: AsyncConnection, person: int) -> None:
    """Remove a person from the teams in which they have no board; elsewhere delete their name.

    The matches' version grows, so that their posts are updated. The ids that are left are replaced
    by ``data.members.privacy``.
    """
    its_own = server_players.c.person == person
    teams = select(server_players.c.server_match).where(its_own)
    await connection.execute(
        update(server_matches)
        .where(server_matches.c.id.in_(teams))
        .values(version=server_matches.c.version + 1)
    )
    seated = select(server_boards.c.number).where(
        or_(
            server_boards.c.player == server_players.c.id,
            server_boards.c.other_player == server_players.c.id,
        )
    )
    await connection.execute(delete(server_players).where(its_own, ~seated.exists()))
    await connection.execute(update(server_players).where(its_own).values(name="", strength=0.0))


async def kept(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    """Return a person's places in teams as JSON data, oldest first."""
    statement = (
        select(server_players, server_matches.c.game, server_matches.c.created)
        .join(server_matches, server_matches.c.id == server_players.c.server_match)
        .where(server_players.c.person == person)
        .order_by(server_players.c.id)
    )
    return [
        as_given(server_players, row) | {"game": row.game, "created": row.created.isoformat()}
        for row in await connection.execute(statement)
    ]
