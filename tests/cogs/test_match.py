"""A match from the challenge to the result."""

from __future__ import annotations

from tests.cogs.conftest import Club


async def test_two_members_play(club: Club) -> None:
    await club.start()
    print(club.text())
    await club.play("32-28", "19-23", "28x19")
    for m in club.messages:
        print("-----", m.author, m.attachments)
        print(club.text(m))
