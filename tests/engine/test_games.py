"""The contract that every game keeps; a game added to ``engine.games`` is tested here."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import Agreement, Game, Position
from tests.engine import same_rules
from tests.engine.setups import Setup, every_setup, setups, setups_of
from tests.nightly import few, is_night

LONGEST_GAME = 6_000
THIRD_TIME = 3
LONGEST_OPTION = 110
"""The most characters of an option's sentence: three lines on a phone."""

LONGEST_SUMMARY = 1_500
LONGEST_PAGE = 600

HERE = re.compile(r"\bHere\b[^\n]*")
CLAUSE = re.compile(r"[;.] ")
SPAN = re.compile(r"`([^`]+)`")
UNREAL = re.compile(r"\b(could|would|refused)\b")
"""Words in a clause whose moves cannot be played, as the page says."""
SEEDS = 3 if is_night() else 1
"""Random games of each number of seats; setups with options have one each, as they are many."""

SAMPLE = 6
"""The approximate number of a game's positions that are examined closely."""


MOST_MOVES = 20
"""The most moves of a position that are written and read by day; at night all are."""

every_game = pytest.mark.parametrize("game", engine.games.values(), ids=engine.games.keys())


def _finish(position: Position, seed: int) -> list[Position]:
    """Return all positions of a random game, with repetitions ended as in a match."""
    rng = random.Random(seed)
    line = [position]
    times = Counter([position.key])
    while position.outcome() is None and len(line) <= LONGEST_GAME:
        position = position.play(rng.choice(position.legal_moves()))
        times[position.key] += 1
        if times[position.key] == THIRD_TIME and position.outcome() is None:
            position = position.repeated()
        line.append(position)
    return line


@cache
def _game_of(name: str, index: int, seed: int) -> tuple[Position, ...]:
    """Return positions of a random game: the start, a sample and the last ones."""
    line = _finish(setups_of(name)[index].start(), seed)
    return (*line[:-3][:: max(1, len(line) // SAMPLE)], *line[-3:])


def _games(setup: Setup) -> Iterator[tuple[Position, ...]]:
    seeds = range(1 if setup.options else SEEDS)
    name = setup.game.name
    return (_game_of(name, setups_of(name).index(setup), seed) for seed in seeds)


def _positions(setup: Setup) -> Iterator[Position]:
    for line in _games(setup):
        yield from line


def _is_outcome(position: Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and len(outcome.ranks) == len(position.seats) and bool(outcome)


@every_game
def test_a_game_says_what_it_is(game: Game) -> None:
    assert engine.games[game.name] is game
    assert str(game.title)
    assert str(game.summary)
    assert type(game).__doc__
    assert all(option.default in option.choices for option in game.options.values())
    assert all(str(option.help) for option in game.options.values())
    for option in game.options.values():
        said = [str(option.said(choice)) for choice in option.choices]
        assert len(set(said)) == len(option.choices) == len(option.says)
        for sentence in said:
            assert sentence[0].isupper()
            assert " " in sentence
            assert "`" not in sentence
            assert not sentence.startswith("Whether")
            assert not sentence.endswith(".")
            assert len(sentence) <= LONGEST_OPTION
    start = game.start()
    assert start.game is game
    assert len(start.seats) == game.seats[0]
    assert dict(start.options) == {name: o.default for name, o in game.options.items()}


@every_game
def test_options_and_seats_that_do_not_exist_are_refused(game: Game) -> None:
    for start in (game.start, lambda *a, **o: game.read(game.start().fen(), *a, **o)):
        with pytest.raises(ValueError, match="no option"):
            start(None, nonsense=1)
        with pytest.raises(ValueError, match="is played by"):
            start(99)
        for name in game.options:
            with pytest.raises(ValueError, match=name):
                start(None, **{name: "nonsense"})


@every_game
def test_the_rules_in_short_and_in_pages_are_short_and_true(game: Game) -> None:
    assert len(str(game.summary)) < LONGEST_SUMMARY
    for page in game.pages:
        assert str(page.title)
        assert len(str(page.text)) <= LONGEST_PAGE
        if page.position:
            position = game.read(page.position, page.seats, **page.options)
            assert position.outcome() is None
            for move in position.parse_all(page.move) if page.move else ():
                position = position.play(move)


@every_game
def test_pages_tell_of_moves_that_their_pictures_have(game: Game) -> None:
    """Moves named after "Here" are legal in the page's picture, unless the page denies it."""
    for page in game.pages:
        for clause in CLAUSE.split(" ".join(HERE.findall(str(page.text)))):
            for move in () if UNREAL.search(clause) else SPAN.findall(clause):
                position = game.read(page.position, page.seats, **page.options)
                assert position.parse_all(move), page.title


@every_setup
def test_the_options_given_are_in_force(setup: Setup) -> None:
    start = setup.start()
    assert len(start.seats) == setup.seats
    assert setup.options.items() <= dict(start.options).items()
    assert start.options.keys() == setup.game.options.keys()


@every_setup
def test_random_games_end(setup: Setup) -> None:
    for line in _games(setup):
        assert _is_outcome(line[-1])
        assert not any(position.outcome() for position in line[:-1])


@every_setup
def test_a_position_is_read_back_from_its_text(setup: Setup) -> None:
    for position in _positions(setup):
        text = position.fen()
        assert "\n" not in text
        again = setup.read(text)
        assert again == position
        assert hash(again) == hash(position)
        assert again.fen() == text
        assert again.legal_moves() == position.legal_moves()
        assert again.outcome() == position.outcome()
        assert again.key == position.key


@every_setup
def test_the_text_of_a_move_means_that_move(setup: Setup) -> None:
    for position in _positions(setup):
        for move in few(position.legal_moves(), MOST_MOVES):
            text = position.write(move)
            assert position.parse(text) == move
            assert position.parse(text.upper()) == move
            assert position.parse_all(text) == (move,)


@every_setup
def test_moves_are_different_in_effect(setup: Setup) -> None:
    for position in _positions(setup):
        moves = position.legal_moves()
        assert len(set(moves)) == len(moves)
        effects = {
            (m.kind, m.path[0], m.path[-1], frozenset((*m.captured, *m.removed)), m.suffix)
            for m in moves
        }
        assert len(effects) == len(moves)


@every_setup
def test_moves_come_in_a_stable_order(setup: Setup) -> None:
    for position in _positions(setup):
        assert setup.read(position.fen()).legal_moves() == position.legal_moves()


@every_setup
def test_playing_never_changes_the_old_position(setup: Setup) -> None:
    for position in _positions(setup):
        text, key, moves = position.fen(), position.key, position.legal_moves()
        pieces = list(position.pieces())
        again = setup.read(text)
        for move in moves:
            assert position.play(move) == again.play(move)
        assert (position.fen(), position.key, position.legal_moves()) == (text, key, moves)
        assert list(position.pieces()) == pieces
        assert position == setup.read(text)


@every_setup
def test_pieces_stand_on_points_of_the_board_and_belong_to_seats(setup: Setup) -> None:
    for position in _positions(setup):
        points = [point for point, _ in position.pieces()]
        assert len(set(points)) == len(points)
        assert all(0 <= point < len(position.board) for point in points)
        assert all(0 <= piece.seat < len(position.seats) for _, piece in position.pieces())
        assert position.seats[position.turn].active or position.outcome() is not None
        if type(position).piece_on is not Position.piece_on:  # the default searches the pieces
            found = {point: position.piece_on(point) for point in range(len(position.board))}
            assert {p: piece for p, piece in found.items() if piece} == dict(position.pieces())


@every_setup
def test_what_a_seat_sees_is_a_position_of_the_same_game(setup: Setup) -> None:
    for position in _positions(setup):
        for seat in (None, *range(len(position.seats))):
            seen = position.seen_by(seat)
            assert seen.game is position.game
            assert seen.turn == position.turn
            assert seen.seen_by(seat) == seen
            assert seen.fen()


@every_setup
def test_the_last_but_one_who_resigns_ends_the_game(setup: Setup) -> None:
    for position in _positions(setup):
        if position.outcome() is not None:
            continue
        for last in range(len(position.seats)):
            after = position
            for seat in range(len(position.seats)):
                if seat != last and after.outcome() is None and after.seats[seat].active:
                    after = after.resign(seat)
                    assert setup.read(after.fen()) == after
            outcome = after.outcome()
            assert outcome is not None
            team = position.seats[last].team
            best = {position.seats[s].team for s, rank in enumerate(outcome.ranks) if rank == 1}
            assert team in best or len(position.seats) > 2


@every_setup
def test_an_agreement_is_kept(setup: Setup) -> None:
    for position in _positions(setup):
        if position.outcome() is not None:
            continue
        agreements = position.agreements()
        for agreement in agreements:
            after = position.agree(agreement)
            assert after != position
            assert setup.read(after.fen()) == after
            assert agreement.name != "draw" or _is_outcome(after)


@every_setup
def test_a_game_that_is_over_stays_as_it_ended(setup: Setup) -> None:
    for line in _games(setup):
        outcome = line[-1].outcome()
        for seat in range(setup.seats):
            assert line[-1].resign(seat).outcome() == outcome
        assert line[-1].agree(Agreement("draw", engine.Text("a draw"))).outcome() == outcome


@every_setup
def test_the_third_time_is_applied_to_any_position(setup: Setup) -> None:
    for position in _positions(setup):
        after = position.repeated()
        assert setup.read(after.fen()) == after


@every_setup
def test_the_computer_plays_by_the_rules(setup: Setup) -> None:
    by_position: dict[Hashable, Hashable] = {}
    for position in _positions(setup):
        for key, of_state in same_rules.check(position):
            assert by_position.setdefault(key, of_state) == of_state
    assert len(set(by_position.values())) == len(by_position)


any_setup = st.deferred(lambda: st.sampled_from(setups()))


def _tampered(text: str, rng: random.Random) -> str:
    """Return a text with a few characters inserted, replaced or dropped at random."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters) + 1)
        letters[at : at + rng.randint(0, 2)] = rng.choices("WBKxX-:,= 0123456789abk+@/\0²", k=1)
    return "".join(letters)


@given(any_setup, st.text())
def test_hostile_text_is_no_position_and_harms_nothing(setup: Setup, text: str) -> None:
    _try_to_read(setup, text)


@given(any_setup, st.randoms(use_true_random=False))
def test_a_tampered_position_is_refused_or_sound(setup: Setup, rng: random.Random) -> None:
    position = rng.choice(next(_games(setup)))
    _try_to_read(setup, _tampered(position.fen(), rng))


def _try_to_read(setup: Setup, text: str) -> None:
    refused = ""
    try:
        position = setup.read(text)
    except ValueError as error:
        refused = str(error)
    else:
        assert setup.read(position.fen()) == position
        position.outcome()
        for move in position.legal_moves()[:5]:
            position.play(move).outcome()
    assert not refused or refused.endswith((".", "?"))


@given(any_setup, st.text())
def test_hostile_text_is_no_move_and_harms_nothing(setup: Setup, text: str) -> None:
    _try_to_play(setup.start(), text)


@given(any_setup, st.randoms(use_true_random=False))
def test_a_tampered_move_is_refused_or_legal(setup: Setup, rng: random.Random) -> None:
    position = rng.choice(next(_games(setup)))
    moves = position.legal_moves()
    text = position.write(rng.choice(moves)) if moves else position.game.example
    _try_to_play(position, _tampered(text, rng))


@given(any_setup, st.randoms(use_true_random=False))
def test_any_points_are_refused_or_legal(setup: Setup, rng: random.Random) -> None:
    position = rng.choice(next(_games(setup)))
    names = rng.choices(position.board.names, k=rng.randint(2, 5))
    _try_to_play(position, "-".join(names))


def _try_to_play(position: Position, text: str) -> None:
    refused: engine.MoveError | None = None
    try:
        assert position.parse(text) in position.legal_moves()
    except engine.MoveError as error:
        refused = error
    assert refused is None or str(refused).endswith((".", "?"))
    if isinstance(refused, engine.AmbiguousMove):
        assert len(refused.moves) > 1
        for choice in refused.moves:
            assert choice in position.legal_moves()
            assert position.parse(position.write(choice)) == choice
            assert f"`{position.write(choice)}`" in str(refused)
