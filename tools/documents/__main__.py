"""Make the pictures, lists and pages in ``docs`` anew: ``python -m tools.documents [KIND ...]``.

``commands``, ``settings`` and ``games`` follow from the code. ``match`` films a match in the
playground, and ``scenes`` photographs posts there; both need Chromium. Without a name, all are
made.
"""

from __future__ import annotations

import argparse

from tools.documents import commands, games, match, scenes, settings

KINDS = {
    "commands": commands.make,
    "settings": settings.make,
    "games": games.make,
    "match": match.make,
    "scenes": scenes.make,
}


def main() -> None:
    """Make the kinds of documents that are named, or all."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("kinds", nargs="*", help=", ".join(KINDS))
    kinds = arguments.parse_args().kinds
    if unknown := set(kinds) - KINDS.keys():
        arguments.error(f"unknown: {', '.join(unknown)}")
    for kind in kinds or KINDS:
        KINDS[kind]()


if __name__ == "__main__":
    main()
