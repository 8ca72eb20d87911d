"""Pictures of standings: every form and size is legible on a phone and described in words."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from io import BytesIO

import pytest
from PIL import Image, ImageFont

from render import (
    THEMES,
    Bracket,
    CrossTable,
    Entrant,
    Mark,
    Pair,
    Picture,
    RankRow,
    RankTable,
    Window,
    bracket,
    cross_table,
    ladder,
    rank_table,
    round_table,
    windows,
)
from render.drawing.fonts import CHARACTERS, FONT, digit_height, font, has_glyph
from render.drawing.picture import LONGEST_ALT_TEXT
from render.standings.bracket import NAMES as BRACKET_TYPE
from render.standings.look import look_of
from render.standings.names import legible
from render.standings.sheet import SHOWN, SMALLER, TYPE, WIDTH
from tests.render.colour_measures import VISION, distance, ratio
from tests.render.standings.tables import (
    a_bracket,
    a_cross_table,
    a_ladder,
    a_rank_table,
    a_round_table,
)

Draw = Callable[[], Picture]


class Guillemets(NullTranslations):
    """A language that puts every text in guillemets."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


FORMS: dict[str, Draw] = {
    "cross table, crowded": lambda: cross_table(a_cross_table(10)),
    "cross table, one row": lambda: cross_table(a_cross_table(1)),
    "cross table, odd": lambda: cross_table(a_cross_table(4, "a ♞ long 1000000 cell")),
    "cross table, empty": lambda: cross_table(CrossTable("", ())),
    "rank table, crowded": lambda: rank_table(a_rank_table(16)),
    "rank table, one row": lambda: rank_table(a_rank_table(1)),
    "rank table, odd": lambda: rank_table(
        RankTable("♞" * 400, ("W" * 90,) * 9, (RankRow("=3", "x", ("\u200f" * 5, "W" * 99)),))
    ),
    "rank table, empty": lambda: rank_table(RankTable(" ", (), ())),
    "table of rounds, crowded": lambda: round_table(a_round_table(15, 20)),
    "table of rounds, nearly empty": lambda: round_table(a_round_table(2, 0)),
    "ladder, crowded": lambda: ladder(a_ladder(16)),
    "ladder, empty": lambda: ladder(a_ladder(0)),
    "bracket of 2": lambda: bracket(a_bracket(2)),
    "bracket of 8, over": lambda: bracket(
        a_bracket(8, 3)._replace(third=Pair((Entrant("Wytse"), None)))
    ),
    "bracket of 32": lambda: bracket(a_bracket(32), window=windows(a_bracket(32))[1]),
    "bracket of 256": lambda: bracket(a_bracket(256)),
}


def opened(shown: Picture) -> Image.Image:
    return Image.open(BytesIO(shown.png))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_drawn_at_a_telephone_s_width(form: str) -> None:
    shown = FORMS[form]()
    image = opened(shown)
    assert image.width == WIDTH
    assert image.height <= 1.5 * WIDTH
    assert 0 < len(str(shown.alt)) <= LONGEST_ALT_TEXT
    assert shown == FORMS[form](), "the same standings make the same picture"


def test_letters_are_legible_at_390_pixels() -> None:
    for size in (SMALLER, BRACKET_TYPE, TYPE):
        assert size * SHOWN / WIDTH >= 11
        assert digit_height(font(size)) * SHOWN / WIDTH >= 8


@pytest.mark.parametrize("theme", THEMES)
def test_text_has_contrast_and_signs_are_told_apart(theme: str) -> None:
    look = look_of(theme)
    for ground in (look.ground, look.stripe):
        for ink in (look.ink, look.pale, look.rise, look.fall, look.gold):
            assert ratio(ink, ground) >= 4.5
        assert all(distance(look.gold, ground, vision) > 24 for vision in VISION)
    assert ratio(look.ground, look.ink) >= 4.5, "the winner in a bracket"
    palette = opened(rank_table(a_rank_table(5), theme=theme)).convert("RGB").getcolors(1000)
    assert palette is not None
    assert {look.ground, look.stripe, look.rise, look.fall} <= {colour for _, colour in palette}


def test_results_in_a_crowded_cross_table_are_not_cut() -> None:
    # Cut, both would end in an ellipsis, and nothing could be told from the other.
    halves, quarters = (cross_table(a_cross_table(10, cell)) for cell in ("1½ 1", "1¼ 1"))
    assert halves.alt == quarters.alt
    assert halves.png != quarters.png


def test_the_font_has_the_characters_that_it_says() -> None:
    face = ImageFont.truetype(FONT, 20, layout_engine=ImageFont.Layout.BASIC)
    box = bytes(face.getmask("\ufffe"))
    assert all(bytes(face.getmask(chr(first))) != box for first, _ in CHARACTERS if first != 0x20)
    lacking = [c for c in range(0x21, 0x2300) if bytes(face.getmask(chr(c))) == box]
    assert not [hex(c) for c in lacking if has_glyph(chr(c))]


@pytest.mark.parametrize(
    ("name", "handle", "written"),
    [
        ("Zoë ½", "", "Zoë ½"),
        ("Шамиль", "", "Шамиль"),
        ("🦊 Fox\u200d 🦊", "fox", "Fox"),
        ("𝓙𝓮𝓪𝓷", "", "Jean"),
        ("李小龍", "bruce", "bruce"),
        ("李小龍 Lee", "", "… Lee"),
        ("محمد", "", "…"),
        ("🦊🦊", "fox", "fox"),
        ("\u200b", "", "…"),
    ],
)
def test_names_are_written_without_boxes(name: str, handle: str, written: str) -> None:
    assert legible(name, handle) == written


def test_values_are_written_without_boxes() -> None:
    plain, odd = (
        rank_table(RankTable("Tour", ("Points",), (RankRow(1, "Anna", (value,)),)))
        for value in ("5", "\u200f5♞\n")
    )
    assert plain.png == odd.png


def test_a_cross_table_is_told_to_those_who_do_not_see_it() -> None:
    assert str(cross_table(a_cross_table(5)._replace(note="Round 2")).alt) == (
        "Halma league, autumn 2026. Round 2. Cross table. Places, players and points: "
        "1. Anna Wiersma: 12½, 102.25. 2. Bert-Jan van der Meulen-Hoogstraten: 12½, 102.25. "
        "3. Шамиль Иванов: 12½, 102.25. 4. 李小龍: 12½, 102.25. 5. Σωκράτης: 12½, 102.25. "
        "Rising: Anna Wiersma and Bert-Jan van der Meulen-Hoogstraten. "
        "Falling: 李小龍 and Σωκράτης."
    )


def test_what_matters_most_is_told_even_if_not_all_fits() -> None:
    rows = tuple(
        RankRow(n + 1, f"{n} {'x' * 60}", ("1" * 50,), Mark.CHAMPION if n == 0 else None)
        for n in range(16)
    )
    told = str(rank_table(RankTable("Tour", ("Points",), rows)).alt)
    assert "more. Champion: 0 xxx" in told
    assert len(told) <= LONGEST_ALT_TEXT


def test_a_long_title_is_written_in_two_lines() -> None:
    title = "The autumn tournament of the club of Sneek, for all who come"
    one, two = (
        opened(rank_table(RankTable(f"{title}{end}", (), (RankRow(1, "Anna"),))))
        for end in ("", ", in the rooms above the old weigh house")
    )
    assert opened(rank_table(RankTable("A", (), (RankRow(1, "Anna"),)))).height < one.height
    assert one.height == two.height, "no more than two"


def test_columns_of_a_cross_table_are_headed_by_names() -> None:
    rows = a_cross_table(5).rows
    renamed = tuple(row._replace(name="Bo") if row.place == 5 else row for row in rows)
    head = (400, 60, WIDTH, 150)
    before, after = (
        opened(cross_table(CrossTable("League", shown))).crop(head) for shown in (rows, renamed)
    )
    assert before.tobytes() != after.tobytes()


def test_titles_of_columns_are_not_cut() -> None:
    # Cut, both would end in an ellipsis, and nothing could be told from the other.
    long = ("Confrontation directe", "Solkoff (Buchholz)", "Sonneborn-Berger", "Victoires")
    one, other = (
        rank_table(a_rank_table(5)._replace(heads=(*long, end))).png
        for end in ("Score progressif A", "Score progressif B")
    )
    assert one != other


def test_a_table_of_rounds_has_the_numbers_of_opponents() -> None:
    table = a_round_table(4, 5)
    (first, *others) = table.rows
    changed = first._replace(rounds=(*first.rounds[:-1], first.rounds[-1]._replace(opponent=31)))
    assert round_table(table).png != round_table(table._replace(rows=(changed, *others))).png
    assert "1–4 of 32. Cross table. Places, players and points: 1. Anna" in str(
        round_table(table).alt
    )
    with pytest.raises(ValueError, match="at most 15 rows, not 16"):
        round_table(a_round_table(16, 1))


def test_a_ladder_tells_of_challenges() -> None:
    told = str(ladder(a_ladder(5)).alt)
    assert "1–5 of 40" in told
    assert "李小龍 challenges Anna Wiersma. Σωκράτης challenges Шамиль Иванов." in told
    assert "climbed 2 places" in told
    assert "Places, players, Won–lost: 1. Anna Wiersma: 12–3." in told


def test_a_line_leaves_the_picture_where_the_other_player_is() -> None:
    """Also where the challenger has climbed above the challenged player since."""
    plain = a_ladder(5)

    gold = look_of("wood").gold

    def span(challenge: tuple[int, int]) -> tuple[int, int]:
        """Return the first and the last row of pixels of the line."""
        picture = ladder(plain._replace(challenges=(challenge,)))
        image = Image.open(BytesIO(picture.png)).convert("RGB")
        image = image.crop((image.width - 70, 0, *image.size))
        found = [at for at, pixel in enumerate(image.get_flattened_data()) if pixel == gold]
        return found[0] // image.width, found[-1] // image.width

    (top, bottom), above = span((3, 9)), span((3, 0))
    assert above[0] < top < above[1] < bottom
    assert span((9, 3))[1] == bottom
    assert span((0, 3))[0] == above[0]


def test_no_gap_crosses_the_tip_of_a_line() -> None:
    """A player who is challenged can have an open challenge, too."""
    gold, size = look_of("wood").gold, 22

    def tip(*challenges: tuple[int, int]) -> int:
        """Return the number of golden pixels where the first row's line begins."""
        picture = ladder(a_ladder(8)._replace(challenges=challenges))
        image = Image.open(BytesIO(picture.png)).convert("RGB").crop((600, 150, 900, 198))
        columns = [at % 300 for at, one in enumerate(image.get_flattened_data()) if one == gold]
        return sum(column < min(columns) + size for column in columns)

    assert tip((7, 1), (1, 30)) == tip((7, 1), (2, 30)) > tip((1, 7), (2, 30))


def test_a_bracket_shows_the_round_being_played() -> None:
    assert windows(a_bracket(8)) == (Window(0),)
    assert windows(a_bracket(16)) == (Window(0),)
    assert windows(a_bracket(16, 1)) == (Window(1),)
    assert windows(a_bracket(64)) == tuple(Window(0, part, 4) for part in range(4))
    assert windows(a_bracket(64, 5)) == (Window(3),), "the final with the rounds before it"
    told = str(bracket(a_bracket(16, 2)).alt)
    assert "without earlier rounds" in told
    assert "Semi-finals: Anna Wiersma – Σωκράτης." in told
    assert "Quarter-finals: Anna Wiersma beats Шамиль Иванов 1½–½." in told


def test_winners_and_byes_go_on() -> None:
    anna, bert, carla = map(Entrant, ("Anna", "Bert", "Carla"))
    first = (Pair((anna, None), bye=True), Pair((bert, carla), ("0", "+"), 1))
    told = str(bracket(Bracket("Cup", (first,))).alt)
    assert told == (
        "Cup. Bracket. Final: Anna – Carla. Semi-finals: Anna has a bye. Carla beats Bert +–0."
    )


def test_nobody_beats_another_by_a_tie() -> None:
    pair = Pair((Entrant("Anna"), Entrant("Bert")), ("1", "1"), 1)
    told = str(bracket(Bracket("Cup", ((pair,),))).alt)
    assert told == "Cup. Bracket. Final: Bert is ahead of Anna after 1–1."


@pytest.mark.parametrize("rounds", [(), ((),), ((Pair(),) * 3,), ((Pair(),) * 4, (Pair(),) * 3)])
def test_what_is_no_tree_is_refused(rounds: tuple[tuple[Pair, ...], ...]) -> None:
    with pytest.raises(ValueError, match="of a knockout has"):
        bracket(Bracket("Cup", rounds))


def test_too_many_rows_and_unknown_themes_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 10 rows, not 11"):
        cross_table(a_cross_table(11))
    with pytest.raises(ValueError, match="no theme 'mud'"):
        ladder(a_ladder(3), theme="mud")


def test_words_in_a_picture_are_the_viewer_s() -> None:
    table = a_bracket(2)
    english, other = bracket(table), bracket(table, translator=Guillemets())
    assert english.png != other.png
    assert english.alt == other.alt
    assert "«" in other.alt.render(Guillemets())
