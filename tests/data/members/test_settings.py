"""The settings of servers and people are kept, and read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import ValidationError

from data import PersonSettings, ServerSettings, Store


async def test_settings_are_read_as_they_were_kept(tmp_path: Path) -> None:
    server = ServerSettings(
        channels=(1 << 62, 7),
        threads=True,
        language="fr",
        theme="slate",
        time="3d claim",
        rated=False,
        opener=12,
        open_challenges=1,
        person_matches=2,
        channel_matches=3,
        computer_matches=4,
    )
    person = PersonSettings(
        theme="contrast", own_side=False, coordinates=False, pings=False, confirm=True
    )
    store = await Store.open(str(tmp_path / "damier.db"))
    await store.preferences.set_server(1, server)
    await store.preferences.set_person(1 << 62, person)
    await store.close()
    store = await Store.open(str(tmp_path / "damier.db"))
    assert await store.preferences.of_servers() == {1: server}
    assert await store.preferences.of_person(1 << 62) == person
    await store.preferences.set_server(1, ServerSettings())
    assert await store.preferences.of_servers() == {1: ServerSettings()}
    assert await store.preferences.of_person(2) == PersonSettings()
    await store.close()


def test_what_is_missing_unknown_or_wrong_is_as_by_default() -> None:
    read = ServerSettings.read(
        {"theme": "slate", "of a later version": 1, "open_challenges": 0, "channels": "?"}
    )
    assert read == ServerSettings(theme="slate")
    assert PersonSettings.read({"pings": "perhaps", "confirm": True}).confirm


def test_what_cannot_be_set_is_refused() -> None:
    with pytest.raises(ValidationError, match="open_challenges"):
        ServerSettings().but(open_challenges=1000)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("channels", ["?"]), ("boards", "no"), ("rated", 1), ("opener", True), ("daily_hour", 24),
     ("games", "halma"), ("theme", None), ("person_matches", 1.5)],
)  # fmt: skip
def test_only_what_is_wrong_is_left_out(field: str, wrong: object) -> None:
    assert ServerSettings.read({field: wrong, "language": "fr"}) == ServerSettings(language="fr")
