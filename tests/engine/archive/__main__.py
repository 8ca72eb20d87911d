"""Rewrites the kept record of every game in today's form, and its PDN if the game has one."""

from pathlib import Path

from engine import archive
from engine.archive import pdn, plain_record

for file in sorted((Path(__file__).parent / "records").glob("*.txt")):
    record = archive.read(file.read_text(encoding="utf-8"))
    file.write_text(plain_record.write(record), encoding="utf-8")
    if record.game.pdn is not None:
        file.with_suffix(".pdn").write_text(pdn.write(record), encoding="utf-8")
