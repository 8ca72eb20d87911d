"""The names, colours, outlines and border on the map of Les Alliés."""

from engine.games.allies.map.europe import COUNTRIES, FORTRESSES, GRID, ROWS
from engine.games.allies.map.squares import BOARD
from engine.map import LandColour, Map

MAP = BOARD.map or Map((), (), (), (), frozenset(), (), ())


def written() -> dict[str, str]:
    """Return the fortresses' names without their line breaks, by square."""
    return {
        BOARD.names[name.fortress]: str(name.text).replace("-|", "").replace("|", " ")
        for name in MAP.names
        if name.fortress is not None
    }


def test_every_fortress_is_on_the_map_with_its_name() -> None:
    assert written() == {square: str(name) for square, name in FORTRESSES.items()}
    assert {BOARD.names[point] for point in MAP.fortresses} == FORTRESSES.keys()


def test_names_stand_one_to_a_light_cell_those_of_fortresses_beside_them() -> None:
    cells = [name.cell for name in MAP.names]
    assert len(set(cells)) == len(cells)
    for name in MAP.names:
        x, y = name.cell
        assert (x + y) % 2 == 1, str(name.text)
        if name.fortress is not None:
            square = BOARD.names[name.fortress]
            row, column = ROWS.index(square[0]), int(square[1:]) - 1
            assert abs(column - x) + abs(row - y) == 1, square


def test_every_country_has_a_colour_of_its_own() -> None:
    colours: dict[str, LandColour] = {}
    for (x, y), colour in zip(BOARD.xy, MAP.lands, strict=True):
        assert colours.setdefault(GRID[int(y)][int(x)], colour) == colour
    assert colours.keys() == COUNTRIES.keys()
    assert len(set(colours.values())) == len(colours)


def test_outlines_lie_on_the_board() -> None:
    columns, rows = BOARD.size
    assert len(MAP.outlines) == 26
    for outline in MAP.outlines:
        assert len(outline.corners) > 3
        assert all(-1 <= x <= columns + 1 and -1 <= y <= rows + 1 for x, y in outline.corners)


def test_the_border_parts_the_zones_of_neighbouring_cells() -> None:
    assert len(MAP.border) > 25
    zones = {letter: country.zone for letter, country in COUNTRIES.items()}
    for (x, y), (x2, y2) in MAP.border:
        one, other = ((x - 1, y), (x, y)) if x == x2 else ((x, y - 1), (x, y))
        assert abs(x - x2) + abs(y - y2) == 1
        assert {zones.get(GRID[row][column]) for column, row in (one, other)} == {0, 1}
