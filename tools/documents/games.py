"""docs/games: a page for each game, with the rules that the bot shows and pictures of positions."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Final

from PIL import Image

import engine
from cogs.language.game_names import option_text
from engine import Game
from engine.values import Page
from render.pictures.diagram import WHOLE_MAP, Diagram
from render.pictures.gallery import opening
from render.pictures.painter import paint

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = Path("docs", "games")
POSITIONS: Final = PAGES / "positions"
BOARDS: Final = Path("docs", "boards")

BOARD_SIZE, POSITION_SIZE = 240, 320
"""The pixels of a picture's side."""

COLOURS: Final = 128

MADE: Final = "<!-- Made by `python -m tools.documents games`. -->"

HEAD: Final = f"""\
# Games

{MADE}

For everybody who wants to know what can be played. Each page is what the bot says in `/rules`, with
the options of the game and the source of its rules. The bot and these pages read the same
documents, `engine/documents/`.

"""

COLUMNS: Final = 3


def make() -> None:
    """Write all pages and their pictures."""
    for folder in (PAGES, POSITIONS, BOARDS):
        (ROOT / folder).mkdir(parents=True, exist_ok=True)
    for path, image in pictures().items():
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(ROOT / path, optimize=True)
    for path, text in pages().items():
        (ROOT / path).write_text(text, "utf-8")


def pictures() -> dict[Path, Image.Image]:
    """Return all pictures by their paths in the repository."""
    found = {BOARDS / f"{name}.png": board(game) for name, game in engine.games.items()}
    for game in engine.games.values():
        found |= positions(game)
    return found


def positions(game: Game) -> dict[Path, Image.Image]:
    """Return the pictures in a game's rules by their paths in the repository."""
    return {
        POSITIONS / f"{game.name}-{number}.png": position(game, page)
        for number, page in enumerate(game.pages, 1)
        if page.position
    }


def board(game: Game) -> Image.Image:
    """Return a small picture of a game's opening position, with the most players it can have."""
    diagram = Diagram(opening(game), size=BOARD_SIZE, region=WHOLE_MAP, coordinates=False)
    return paint(diagram).convert("RGB")


def position(game: Game, page: Page) -> Image.Image:
    """Return the picture of a page of the rules: its position, after its move if it has one."""
    before = game.read(page.position, page.seats, **page.options)
    moves = before.parse_all(page.move) if page.move else ()
    after = before
    for move in moves:
        after = after.play(move)
    image = paint(Diagram(after, moves, before if moves else None, size=POSITION_SIZE))
    return image.convert("RGB")


def pages() -> dict[Path, str]:
    """Return all pages by their paths in the repository."""
    found = {PAGES / f"{name}.md": page_of(game) for name, game in engine.games.items()}
    return {PAGES / "README.md": contents(), **found}


def contents() -> str:
    """Return the page that lists the games."""
    cells = [
        f"[![{game.title}](../boards/{name}.png)]({name}.md)<br>"
        f"[**{game.title}**]({name}.md)<br>{game.tagline or ''}"
        for name, game in engine.games.items()
    ]
    rows = [cells[at : at + COLUMNS] for at in range(0, len(cells), COLUMNS)]
    lines = ["|" + " |" * COLUMNS, "|" + ":-:|" * COLUMNS]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return HEAD + "\n".join(lines) + "\n"


def page_of(game: Game) -> str:
    """Return the page of a game."""
    parts = [f"# {game.title}", MADE]
    if game.tagline is not None:
        parts.append(f"*{game.tagline}*")
    parts.append(f"![The board of {game.title}](../boards/{game.name}.png)")
    parts.append(paragraphs(str(game.first_words or game.summary)))
    parts.append(
        f"Begin with `@Damier play {game.name}`. A move is typed like this: `{game.example}`."
    )
    for number, page in enumerate(game.pages, 1):
        parts.append(f"## {page.title}")
        if page.position:
            parts.append(f"![{page.title}](positions/{game.name}-{number}.png)")
        parts.append(paragraphs(str(page.text)))
    if game.options:
        parts.append("## All options")
        parts.append(how_typed(game))
        parts.append("\n".join(options(game)))
    if source := source_of(game):
        parts.append("## Source and house rules")
        parts.append(source)
    return "\n\n".join(parts) + "\n"


def how_typed(game: Game) -> str:
    """Return a sentence on how options are typed, with an example."""
    name, option = next(iter(game.options.items()))
    value = next(one for one in option.choices if one != option.default)
    typed = str(option_text(name, value)).replace("=", " ")
    return (
        f"Type an option with its value, `@Damier play {game.name} {typed}`; a "
        "value that means nothing else is enough alone."
    )


def options(game: Game) -> list[str]:
    """Return the lines of a table of a game's options."""
    lines = ["| option | values, the usual one first | what it does |", "|---|---|---|"]
    for name, option in game.options.items():
        values = [option.default, *(one for one in option.choices if one != option.default)]
        shown = ", ".join(f"`{value}`" for value in values)
        lines.append(f"| `{name}` | {shown} | {option.help} |")
    return lines


def source_of(game: Game) -> str:
    """Return the paragraphs about sources and house rules in the docstring of a game's class."""
    found: list[str] = []
    for part in (inspect.getdoc(type(game)) or "").split("\n\n"):
        text = " ".join(part.split()).replace("``", "`").removesuffix(" No options.")
        if found and text.startswith(("Options", "No options", "`")):
            break
        if found or text.startswith(("Source", "House rules")):
            found.append(text)
    return "\n\n".join(found)


def paragraphs(text: str) -> str:
    """Return a text of the bot as Markdown, with its lines as paragraphs."""
    return "\n\n".join(line for line in text.splitlines() if line.strip())
