"""The forms of events at their creation: their questions, their terms and their texts.

Forms differ in the methods of the objects here; other code of the creation compares no forms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import ClassVar, Final, NamedTuple

import discord
from discord.app_commands import locale_str

from cogs.client import autocompletion
from cogs.client.client import Origin
from cogs.events.card import EventAction, event_button
from cogs.events.creating.draft import (
    BOARDS,
    COMPUTERS,
    EXTRAS,
    FILLING_LEVEL,
    FORM,
    GAME,
    LONGEST_WORDS,
    OUT_OF_DATE,
    RECURRENCE,
    SEAT,
    TIME,
    Draft,
    game_words,
)
from cogs.events.event_rules import FORMS, RECURRENCES
from cogs.events.sides.side_buttons import side_buttons
from cogs.events.sides.side_rules import exhibition_rules
from cogs.language.catalogues import Translate, plainly, shortened
from cogs.language.challenge_parser import parse_challenge
from cogs.language.computer_names import level_text
from cogs.language.moments import read_moment, read_span
from cogs.language.time_limits import CLOCKS
from cogs.messages.buttons import TextButton
from engine import Game, Refusal, Text
from engine.capabilities.thinking import LEVELS
from engine.table.clock import TURN_LIMITS, TimeControl, span_text
from engine.table.record import computer
from engine.text import in_context
from engine.tournaments.durations import (
    HALF,
    about_text,
    fits,
    game_time,
    time_needed,
    usual_round_time,
)
from engine.tournaments.terms import (
    CALLED_BEFORE_LIVE,
    FEWEST_BOARDS,
    LARGEST_GROUP,
    LONGEST_NAME,
    MOST_BOARDS,
    MOST_BOARDS_OF_A_TEAM,
    MOST_ROUNDS,
    SMALLEST_GROUP,
    Form,
    HostsSeat,
    Recurs,
    Terms,
    check_round_time,
)
from engine.tournaments.tournament import Tournament

OF_EVENTS: Final = {
    **autocompletion.described("game", "options", "time"),
    "name": locale_str("Its name"),
}

RATED, GAMES, DOUBLE, FILLED = "rated", "games", "double", "filled"
"""The options of the menu of switches."""

HOSTS, FILLS, NOBODY = "h", "f", "none"
"""The options of the menu of computers: prefixes for levels of a host and of fillers; no computer.
"""

NEVER: Final = "never"
"""The option for an event that does not recur: an option's value cannot be empty."""

LONGEST_COUNT: Final = 3
"""The most digits of a typed number."""

LONGEST_LABEL: Final = 100
"""The most characters that Discord allows in an option of a menu."""

ONCE: Final = (Recurs.NEVER,)

SEATS: Final = {
    HostsSeat.FIRST: Text("The host moves first"),
    HostsSeat.SECOND: Text("The guests move first"),
    HostsSeat.TURNS: Text("The host moves first at every second board"),
}

TEAMS: Final = (Text("Red"), Text("Blue"))
"""The default names of teams."""


class Size(NamedTuple):
    """A number for which a form of events asks: its label and its bounds."""

    label: Text
    least: int
    most: int


class Choices(NamedTuple):
    """A menu of the panel; if ``several``, any number of its options can be chosen."""

    name: str
    label: Text
    options: list[discord.SelectOption]
    several: bool = False


class EventForm:
    """A form of events; the methods of this base class suit a form with rounds."""

    form: ClassVar[Form]
    about: ClassVar[Text]
    typed: ClassVar[Text | None] = None
    """The words for the form after *tournament create*; None for no words."""
    recurrences: ClassVar[Sequence[Recurs]] = (*Recurs,)
    usual_recurrence: ClassVar[Recurs] = Recurs.NEVER
    starts_label: ClassVar[Text] = Text("Start, or how many have to join")
    lasts_label: ClassVar[Text | None] = Text("How long a round lasts")
    size: ClassVar[Size | None] = None
    has_teams: ClassVar[bool] = False
    ask: ClassVar[Text] = Text("Create a tournament")
    """The label of the button that opens the panel."""

    # Choices and typed words

    def chosen(self, draft: Draft) -> Draft:
        """Return a draft changed to this form, with the form's usual terms."""
        return replace(draft, form=self.form, recurs=self.usual_recurrence, minutes=0, size=0)

    def with_words(self, draft: Draft, words: str) -> Draft:
        """Return a draft with the game, options, time limit, rating and computers in ``words``.

        Raises Unclear for an unclear word, and Refusal for words that do not apply to this form.
        """
        said = parse_challenge(words)
        if said.blindfold or said.seat is not None or said.watch:
            raise Refusal(
                Text(
                    "Name the game, its options, the time limit, and `rated` or `unrated`: the "
                    "pairing chooses the sides."
                )
            )
        changed = replace(draft, words=game_words(said.game, said.options, said.players))
        if said.time is not None:
            changed = replace(changed, time=str(said.time))
        if said.rated is not None:
            changed = replace(changed, rated=said.rated)
        if said.levels:
            changed = replace(changed, level=said.levels[0])
        elif said.computers:
            changed = replace(changed, level=changed.level or FILLING_LEVEL)
        return changed

    def with_start(self, draft: Draft, typed: str, *, zone: str, now: datetime) -> Draft:
        """Return a draft with the typed start: a time, or the number of people who have to join.

        Raises Refusal if it is unreadable.
        """
        said = typed.strip()
        if not said:
            return replace(draft, starts=0)
        if said.isascii() and said.isdecimal() and len(said) <= LONGEST_COUNT:
            return replace(draft, starts=0, wanted=int(said))
        return self.with_moment(draft, read_moment(said, zone=zone, now=now), now)

    def wanted(self, draft: Draft) -> str:
        """Return the number of people who have to join, as typed for an event without a time."""
        return str(draft.wanted)

    def with_moment(self, draft: Draft, moment: datetime, now: datetime) -> Draft:
        """Return a draft with a start, delayed if people could not be called in time."""
        return replace(draft, starts=int(max(moment, now + CALLED_BEFORE_LIVE).timestamp()))

    def with_span(self, draft: Draft, typed: str) -> Draft:
        """Return a draft with the typed length of a round. Raises Refusal for an invalid one."""
        if not typed.strip():
            return replace(draft, minutes=0)
        span = read_span(typed)
        check_round_time(span)
        return replace(draft, minutes=span // timedelta(minutes=1))

    def with_size(self, draft: Draft, typed: str) -> Draft:
        """Return a draft with the typed ``size``. Raises Refusal for a number out of bounds."""
        said = typed.strip()
        if not said or self.size is None:
            return replace(draft, size=0)
        what, least, most = self.size
        if not (said.isascii() and said.isdecimal() and least <= int(said[:LONGEST_COUNT]) <= most):
            raise Refusal(
                Text("{what}: from {least} to {most}.", what=what, least=least, most=most)
            )
        return replace(draft, size=int(said))

    # The terms

    def control(self, draft: Draft, usual: str) -> TimeControl:
        """Return the time limit of a draft, by default ``usual``, the server's."""
        if draft.time:
            return TimeControl.read(draft.time)
        return replace(TimeControl.read(usual), claimed=False) or TimeControl.read("1d")

    def terms(self, draft: Draft, usual: str, locale: discord.Locale) -> Terms:
        """Return the terms of the event that a draft describes.

        ``usual`` is the server's time limit, and ``locale`` the language of the default name.
        Raises Refusal if such an event is not possible.
        """
        said = parse_challenge(draft.words)
        title = plainly(Text("{form}: {game}", form=FORMS[self.form], game=said.game.title), locale)
        terms = Terms(
            name=draft.name or shortened(title, LONGEST_NAME),
            form=self.form,
            game=said.game,
            options=said.options,
            seats=len(said.game.start(said.players, **said.options).seats),
            time=self.control(draft, usual),
            starts=draft.start,
            level=draft.level,
        )
        return self.completed(terms, draft, locale).check()

    def completed(self, terms: Terms, draft: Draft, _locale: discord.Locale) -> Terms:
        """Return the terms with the values that are specific to this form."""
        games = 2 if draft.games and terms.seats == 2 else 1
        terms = replace(terms, rated=draft.rated, games=games, recurs=draft.recurs)
        terms = self.sized(terms, draft)
        span = timedelta(minutes=draft.minutes) or usual_round_time(terms)
        terms = replace(terms, round_time=span)
        return replace(terms, wanted=max(draft.wanted, terms.least))

    def sized(self, terms: Terms, _draft: Draft) -> Terms:
        """Return the terms with the draft's ``size``, if the form has one."""
        return terms

    def new(
        self, draft: Draft, terms: Terms, *, guild: int, channel: int, person: int, origin: Origin
    ) -> Tournament:
        """Return the new event, not stored yet. Raises Refusal if it is not possible."""
        return Tournament.create(guild=guild, channel=channel, terms=terms, person=person, **origin)

    # Menus, texts and buttons

    def plays(self, _game: Game) -> bool:
        """Return whether a game can be chosen for this form."""
        return True

    def menus(self, draft: Draft, usual: str, locale: discord.Locale) -> Iterator[Choices]:
        """Yield the panel's menus other than those of forms and games."""
        yield self._times(draft, usual, locale)
        again = [
            _option(locale, title, recurs.value or NEVER, default=recurs is draft.recurs)
            for recurs, title in RECURRENCES.items()
            if recurs in self.recurrences
        ]
        yield Choices(RECURRENCE, Text("How often"), again)
        switches = [
            _option(locale, text, name, default=on) for name, text, on in self.switches(draft)
        ]
        yield Choices(EXTRAS, Text("Not rated, one game each, no computers"), switches, True)

    def _times(self, draft: Draft, usual: str, locale: discord.Locale) -> Choices:
        control = str(self.control(draft, usual))
        return Choices(
            TIME,
            Text("Time limit"),
            [
                _option(
                    locale,
                    autocompletion.control_text(TimeControl.read(one)),
                    one,
                    default=one == control,
                )
                for one in dict.fromkeys([*TURN_LIMITS, *CLOCKS, control])
            ],
        )

    def switches(self, draft: Draft) -> Iterator[tuple[str, Text, bool]]:
        """Yield the name and the label of each switch, and whether it is on."""
        yield RATED, Text("Rated"), draft.rated
        yield GAMES, Text("Two games per match, with sides swapped"), draft.games
        level = draft.level or FILLING_LEVEL
        text = Text("Computers of level {level} take empty seats", level=level)
        yield FILLED, text, bool(draft.level)

    def summary(self, terms: Terms, translated: Translate) -> Iterator[str]:
        """Yield the lines about start and duration, below the line about the game."""
        yield translated(self.start_text(terms))
        yield translated(self.length_text(terms))
        yield translated(_game_time(terms))
        if not fits(terms):
            yield f"⚠️ {translated(self.too_short(terms))}"

    def start_text(self, terms: Terms) -> Text:
        """Return the sentence about the start."""
        if terms.starts is not None:
            return Text("It starts {when}.", when=discord.utils.format_dt(terms.starts, "F"))
        return Text("It starts a day after {count} have joined.", count=terms.wanted)

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence about the duration."""
        return Text("Rounds of at most {span}.", span=span_text(terms.round_time))

    def too_short(self, terms: Terms) -> Text:
        """Return the warning that a round is too short, with the time that games need."""
        return Text(
            "That is short: players who use half of their time need up to {span}. Matches that "
            "are not over by then are judged by the computer, and change no rating.",
            span=about_text(time_needed(terms)),
        )

    def buttons(self, tournament: Tournament, translated: Translate) -> list[TextButton]:
        """Return the buttons by which an organiser joins their new event."""
        recurs = tournament.terms.recurs is not Recurs.NEVER
        use = EventAction.EVERY if recurs else EventAction.JOIN
        return [event_button(use, tournament.id, translated)]


class League(EventForm):
    """The form of leagues: groups in which everybody plays everybody."""

    form = Form.LEAGUE
    about = Text("Groups in which everybody plays everybody, for some weeks")
    typed = in_context("typed", "league roundrobin")
    usual_recurrence = Recurs.SEASON
    lasts_label = Text("How long a round lasts, or the season")
    size = Size(Text("Players of a group"), SMALLEST_GROUP, LARGEST_GROUP)

    def sized(self, terms: Terms, draft: Draft) -> Terms:
        """Return the terms with the size of groups; games that last days begin together."""
        group = draft.size or terms.group
        return replace(terms, group=group, double=draft.double, together=not terms.is_live)

    def switches(self, draft: Draft) -> Iterator[tuple[str, Text, bool]]:
        """Yield the usual switches, and the one of two matches against everybody."""
        rated, games, filled = super().switches(draft)
        yield from (rated, games)
        yield DOUBLE, Text("Everybody plays everybody twice"), draft.double
        yield filled

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence about groups, and the duration of a round or a season."""
        span = span_text(terms.round_time)
        if terms.together:
            return Text(
                "Groups of up to {count}; all matches begin together, and the season ends when "
                "they are over, after {span} at most.",
                count=terms.group,
                span=span,
            )
        return Text("Groups of up to {count}; a round every {span}.", count=terms.group, span=span)


class Swiss(EventForm):
    """The form of Swiss tournaments: rounds against players with about as many points."""

    form = Form.SWISS
    about = Text("A number of rounds, against players with as many points")
    typed = in_context("typed", "swiss")
    size = Size(Text("Rounds"), 1, MOST_ROUNDS)

    def sized(self, terms: Terms, draft: Draft) -> Terms:
        """Return the terms with the chosen number of rounds."""
        return replace(terms, rounds=draft.size)

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence about the rounds, with their number if one was chosen."""
        if not terms.rounds:
            return super().length_text(terms)
        span = span_text(terms.round_time)
        return Text("{count} rounds of at most {span}.", count=terms.rounds, span=span)


class Knockout(EventForm):
    """The form of knockouts: a player who loses is out."""

    form = Form.KNOCKOUT
    about = Text("One loss, and you are out")
    typed = in_context("typed", "knockout cup elimination")


class Arena(EventForm):
    """The form of arenas: as many matches as fit into a span of time."""

    form = Form.ARENA
    about = Text("As many matches as you can until the time is over")
    typed = in_context("typed", "arena")
    lasts_label = Text("How long it lasts")

    def control(self, draft: Draft, usual: str) -> TimeControl:
        """Return the time limit of a draft; the default is a clock even if the server's is none."""
        known = super().control(draft, usual)
        return known if draft.time or known.bank is not None else TimeControl.read("10+10")

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence about the duration of the arena."""
        return Text("It lasts {span}.", span=span_text(terms.round_time))

    def too_short(self, terms: Terms) -> Text:
        """Return the warning that the arena is too short, with a sufficient duration."""
        return Text(
            "That is short: for players who use half of their time, an arena should last at least "
            "{span}. Matches that are not over at its end do not count.",
            span=about_text(2 * time_needed(terms)),
        )


class Ladder(EventForm):
    """The form of ladders: places won by challenges, without an end."""

    form = Form.LADDER
    about = Text("Challenge those above you; it has no end")
    typed = in_context("typed", "ladder")
    recurrences = ONCE
    lasts_label = Text("How long a match may last")

    def switches(self, draft: Draft) -> Iterator[tuple[str, Text, bool]]:
        """Yield the usual switches except the one of computers."""
        yield from (one for one in super().switches(draft) if one[0] != FILLED)

    def start_text(self, terms: Terms) -> Text:
        """Return the sentence about the start, as soon as enough have joined: nobody checks in."""
        if terms.starts is not None:
            return super().start_text(terms)
        return Text("It starts as soon as {count} have joined.", count=terms.wanted)

    def length_text(self, terms: Terms) -> Text:
        """Return the sentence about the duration of a match."""
        span = span_text(terms.round_time)
        return Text("It has no end; a match takes at most {span}.", span=span)


class Sides(EventForm):
    """A form of events with two sides at numbered boards, for games of two; never rated."""

    recurrences = ONCE
    starts_label = Text("Start; otherwise when all boards are taken")
    lasts_label = None
    most_boards: ClassVar[int]
    usual_boards: ClassVar[int]

    def with_words(self, draft: Draft, words: str) -> Draft:
        """Return a draft with the game, options, time limit, seat and computer in ``words``.

        Raises Unclear for an unclear word, and Refusal for words that do not apply.
        """
        said = parse_challenge(words)
        if said.rated or said.blindfold or said.watch or said.computers > 1:
            raise Refusal(
                Text(
                    "An exhibition is never rated, blindfold or played by computers alone: name "
                    "the game, its options, the time limit and the number of boards."
                )
            )
        changed = replace(draft, words=game_words(said.game, said.options, said.players))
        if said.time is not None:
            changed = replace(changed, time=str(said.time))
        if said.seat is not None:
            changed = replace(changed, seat=[HostsSeat.FIRST, HostsSeat.SECOND][said.seat > 0])
        if said.computers or said.levels:
            level = said.levels[0] if said.levels else FILLING_LEVEL
            changed = self.with_computer(changed, level)
        return changed

    def with_computer(self, draft: Draft, level: int) -> Draft:
        """Return a draft in which computers of a level take empty boards."""
        return replace(draft, level=level)

    def with_start(self, draft: Draft, typed: str, *, zone: str, now: datetime) -> Draft:
        """Return a draft with the typed time. Raises Refusal if it is unreadable."""
        if not typed.strip():
            return replace(draft, starts=0)
        return self.with_moment(draft, read_moment(typed, zone=zone, now=now), now)

    def wanted(self, _draft: Draft) -> str:
        """Return an empty string: the boards decide the number of people."""
        return ""

    def with_moment(self, draft: Draft, moment: datetime, now: datetime) -> Draft:
        """Return a draft with a start, not delayed: nobody checks in."""
        return replace(draft, starts=int(moment.timestamp()))

    def completed(self, terms: Terms, draft: Draft, _locale: discord.Locale) -> Terms:
        """Return the terms with the number of boards, not rated, and without a time for rounds."""
        named = max(map(len, draft.named), default=0)
        boards = draft.boards or (max(named, FEWEST_BOARDS) if named else self.usual_boards)
        return replace(terms, rated=False, round_time=timedelta(), boards=boards)

    def new(
        self, draft: Draft, terms: Terms, *, guild: int, channel: int, person: int, origin: Origin
    ) -> Tournament:
        """Return the new event with its sides, not stored yet. Raises Refusal if impossible."""
        return Tournament.exhibit(
            guild=guild,
            channel=channel,
            terms=terms,
            person=person,
            host=self.host(draft, person),
            named=draft.named,
            **origin,
        )

    def host(self, _draft: Draft, _person: int) -> int | None:
        """Return the player who plays against all others, None if there is none."""
        return None

    def plays(self, game: Game) -> bool:
        """Return whether a game can be played by two."""
        return 2 in game.seats

    def menus(self, draft: Draft, usual: str, locale: discord.Locale) -> Iterator[Choices]:
        """Yield the menus of boards, time limits and computers."""
        option, boards = partial(_option, locale), draft.boards or self.usual_boards
        counts = range(FEWEST_BOARDS, self.most_boards + 1)
        yield Choices(
            BOARDS,
            Text("Boards"),
            [
                option(Text("{count} boards", count=count), str(count), default=count == boards)
                for count in counts
            ],
        )
        yield self._times(draft, usual, locale)
        nobody = not draft.host and not draft.level
        computers = [option(Text("No computers"), NOBODY, default=nobody)]
        for level in LEVELS:
            text = Text("At empty boards: {level}", level=level_text(level))
            computers.append(option(text, f"{FILLS}{level}", default=draft.level == level))
        yield Choices(COMPUTERS, Text("Computers"), computers)

    def summary(self, terms: Terms, translated: Translate) -> Iterator[str]:
        """Yield the line about the start, if there is a time, and the rules."""
        if terms.starts is not None:
            yield translated(self.start_text(terms))
        yield from (f"- {translated(text)}" for text in exhibition_rules(terms))

    def buttons(self, tournament: Tournament, translated: Translate) -> list[TextButton]:
        """Return the buttons of the sides, and that of the rules."""
        rules = event_button(EventAction.RULES, tournament.id, translated)
        return [*side_buttons(tournament, translated), rules]


class Simul(Sides):
    """The form of simultaneous exhibitions: one host plays against all guests."""

    form = Form.SIMUL
    about = Text("One plays against many at the same time")
    typed = in_context("typed", "simul exhibition simultaneous")
    ask = Text("Create an exhibition")
    most_boards = MOST_BOARDS
    usual_boards = 10

    def with_computer(self, draft: Draft, level: int) -> Draft:
        """Return a draft with a computer as the host, or at empty boards if those are filled."""
        if draft.level:
            return super().with_computer(draft, level)
        return replace(draft, host=level)

    def completed(self, terms: Terms, draft: Draft, locale: discord.Locale) -> Terms:
        """Return the terms with the boards and the host's seat."""
        return replace(super().completed(terms, draft, locale), hosts_seat=draft.seat)

    def host(self, draft: Draft, person: int) -> int:
        """Return the host: the creator, or the computer that was chosen."""
        return computer(draft.host) if draft.host else person

    def menus(self, draft: Draft, usual: str, locale: discord.Locale) -> Iterator[Choices]:
        """Yield the menus of boards, time limits, the host's seat, and computers, also as host."""
        option = partial(_option, locale)
        boards, times, computers = super().menus(draft, usual, locale)
        yield from (boards, times)
        seats = [option(text, one.value, default=one is draft.seat) for one, text in SEATS.items()]
        yield Choices(SEAT, Text("Who moves first"), seats)
        for level in LEVELS:
            text = Text("As the host: {level}", level=level_text(level))
            host = option(text, f"{HOSTS}{level}", default=draft.host == level)
            computers.options.append(host)
        yield computers


class Team(Sides):
    """The form of team matches: two teams play board by board."""

    form = Form.TEAM
    about = Text("A match of two teams, board by board")
    typed = in_context("typed", "teammatch")
    ask = Text("Create a team match")
    has_teams = True
    most_boards = MOST_BOARDS_OF_A_TEAM
    usual_boards = 4

    def completed(self, terms: Terms, draft: Draft, locale: discord.Locale) -> Terms:
        """Return the terms with the boards, and the names and roles of the teams."""
        teams = draft.teams or tuple(plainly(team, locale) for team in TEAMS)
        return replace(super().completed(terms, draft, locale), teams=teams, roles=draft.roles)


EVENT_FORMS: Final[Mapping[Form, EventForm]] = {
    one.form: one for one in (League(), Swiss(), Knockout(), Arena(), Ladder(), Simul(), Team())
}
"""The forms of events, in the order of their menu."""


def form_of(draft: Draft) -> EventForm:
    """Return the form object of a draft."""
    return EVENT_FORMS[draft.form]


def with_choice(draft: Draft, menu: str, choice: str) -> Draft:
    """Return a draft changed by a choice in a menu. Raises Refusal for an unknown choice."""
    try:
        if menu == FORM:
            return EVENT_FORMS[Form(choice.partition("|")[0])].chosen(draft)
        if menu == GAME:
            return replace(draft, words=choice[:LONGEST_WORDS])
        if menu == TIME:
            return replace(draft, time=str(TimeControl.read(choice)), minutes=0)
        if menu == RECURRENCE:
            return replace(draft, recurs=Recurs("" if choice == NEVER else choice))
        if menu == BOARDS:
            return replace(draft, boards=int(choice))
        if menu == SEAT:
            return replace(draft, seat=HostsSeat(choice))
        if menu == COMPUTERS:
            level = int(choice[1:]) if choice != NOBODY else 0
            hosts = level if choice.startswith(HOSTS) else 0
            return replace(draft, host=hosts, level=level - hosts)
        if menu == EXTRAS:
            on = set(choice.split())
            return replace(
                draft,
                rated=RATED in on,
                games=GAMES in on,
                double=DOUBLE in on,
                level=(draft.level or FILLING_LEVEL) if FILLED in on else 0,
            )
    except ValueError:
        pass
    raise Refusal(OUT_OF_DATE)


def _option(
    locale: discord.Locale, text: Text, value: str, *, default: bool
) -> discord.SelectOption:
    label = plainly(text, locale)[:LONGEST_LABEL]
    return discord.SelectOption(label=label, value=value, default=default)


def _game_time(terms: Terms) -> Text:
    """Return the sentence about a game's estimated time at half of the limit, and at all of it."""
    half, whole = about_text(game_time(terms, HALF)), about_text(game_time(terms))
    turn = terms.time.turn
    if turn is None:
        return Text(
            "A game takes about {half} if everybody uses half of their time, and about {whole} if "
            "everybody uses all of it.",
            half=half,
            whole=whole,
        )
    if turn == timedelta(days=1):
        return Text(
            "A game takes about {half} if everybody answers twice a day, and about {whole} at once "
            "a day.",
            half=half,
            whole=whole,
        )
    return Text(
        "A game takes about {half} if everybody answers within {turn}, and about {whole} within "
        "{limit}.",
        half=half,
        turn=about_text(turn / 2),
        whole=whole,
        limit=span_text(turn),
    )
