"""Running the migrations, with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from data.database.errors import StoreError, reason_of


def migrate(connection: Connection, migrations: Path, where: str) -> None:
    """Run the migrations that are due. Raises StoreError, which says ``where``."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(f"The database {where} cannot be opened: {reason_of(error)}.") from error
