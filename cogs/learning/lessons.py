"""Lessons: a game learned step by step on a private board, and a match at the end.

The lessons themselves are data: see ``engine.lessons``. The ``about`` of a desk of the kind
``"lesson"`` has the key of the step and its next goal, then the word ``passed`` if the step is
done, otherwise the number of failed tries if there were any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, Self

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.analysis.desk_keeper import DeskContents, DeskReader, Moved, SeenDesk
from cogs.analysis.desk_view import stamp
from cogs.analysis.desks import Desks, button
from cogs.challenges.play_command import PlayCommand
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import hybrid_command
from cogs.client.replies import answer_to
from cogs.language.catalogues import Translate, translate_into
from cogs.language.game_names import named_game
from cogs.members.match_lookup import game_here
from cogs.messages.buttons import ControlKind, Menu, TextButton
from cogs.messages.layouts import text_layout
from cogs.moves.play import Play
from data import Desk
from engine import Game, MoveError, Refusal, Text
from engine.lessons import LESSONS, LessonStep
from engine.text import joined
from render import Way

KIND: Final = "lesson"

LEVEL: Final = "1"
"""The level of the computer in the match offered at the end."""

PASSED: Final = "passed"

ENOUGH: Final = 2
"""The number of failed tries at a step after which its move is told."""

CHANGED: Final = Text("This lesson has been changed meanwhile: choose a step again.")

LONGEST_LABEL: Final = 100
"""The most characters of a menu's entry."""


class LessonPlace(NamedTuple):
    """The place of a desk in a lesson: the step, its next goal, and whether the step is done.

    ``tries`` counts the wrong and illegal moves tried at the step.
    """

    step: int
    goal: int = 0
    passed: bool = False
    tries: int = 0

    @classmethod
    def of(cls, desk: Desk) -> Self:
        """Return the place of a desk. Raises Refusal if its step has changed since."""
        key, goal, *more = desk.about.split()
        steps, game = LESSONS[desk.game].steps, engine.games[desk.game]
        for number, step in enumerate(steps):
            known = step.key == int(key) and int(goal) < max(len(step.goals), 1)
            if known and step.opening(game).fen() == desk.start:
                tries = sum(int(word) for word in more if word != PASSED)
                return cls(number, int(goal), PASSED in more, tries)
        raise Refusal(CHANGED)

    def write(self, step: LessonStep) -> str:
        """Return this place as the ``about`` of a desk with the ``step``."""
        more = f" {PASSED}" if self.passed else f" {self.tries}" if self.tries else ""
        return f"{step.key} {self.goal}{more}"


class Lessons(commands.Cog):
    """``/learn``, and the keeper of desks with a lesson."""

    def __init__(self, bot: Damier, desks: Desks, playing: PlayCommand, play: Play) -> None:
        self.bot = bot
        self._desks, self._playing, self._play = desks, playing, play

    async def cog_load(self) -> None:
        """Register the kind of desk, and the controls."""
        self._desks.keepers[KIND] = self
        self._desks.refusals[KIND] = self.refused
        self.bot.text_buttons[ControlKind.LEARN] = self.begin
        self.bot.menus[ControlKind.LEARN] = self.choose
        self.bot.text_buttons[ControlKind.LESSON] = self.press
        self.bot.menus[ControlKind.LESSON] = self.jump
        self._play.in_channels.insert(0, self.take)

    @hybrid_command(
        "learn",
        locale_str("Learn a game in a dozen small steps on a board of your own"),
        "lesson",
        "tutorial",
        direct=True,
    )
    @app_commands.describe(game=autocompletion.GAME_HERE)
    @app_commands.autocomplete(game=autocompletion.games)
    async def learn(self, context: Context, *, game: str = "") -> None:
        """``/learn``, ``@Damier learn halma``."""
        chosen = named_game(game) or await game_here(self.bot.store, context)
        answer = answer_to(context)
        if chosen is None:
            await answer.show(view=_games_menu(answer.said))
        elif context.interaction is not None:
            await self._open(context.interaction, chosen)
        elif context.guild is None:
            await self._desks.send(context, await self._desk(context.author.id, chosen))
        else:
            label = answer.said(Text("Open the lesson"))
            what = Text("{game}, step by step: only you will see the board.", game=chosen.title)
            await answer.show(what, TextButton(ControlKind.LEARN, chosen.name, label))

    # Controls

    async def begin(self, interaction: Interaction, about: str) -> None:
        """Handle *Learn*: show the first step that is not done yet, or ask for the game."""
        if about not in LESSONS:
            answer = answer_to(interaction)
            await answer.show(view=_games_menu(answer.said))
            return
        await self._open(interaction, engine.games[about])

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of games: open the lesson of the chosen one."""
        await self.begin(interaction, choice)

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons of a lesson: another step, an answer, or the match at the end."""
        _, _, does, *which = about.split()
        if does == "play":
            lesson = LESSONS[(await self._desks.of(interaction, about)).game]
            await self._playing.choose(interaction, LEVEL, lesson.match or lesson.game)
        elif does == "step":
            await self.jump(interaction, about, which[0])
        else:

            async def answer(seen: SeenDesk) -> Moved:
                return await self._answered(seen, int(which[0]))

            await self._desks.change(interaction, about, answer)

    async def jump(self, interaction: Interaction, about: str, choice: str) -> None:
        """Go to the step numbered ``choice``, from the menu of steps or a button."""

        async def go(seen: SeenDesk) -> Moved:
            new = _at(seen.desk.person, engine.games[seen.desk.game], int(choice))
            return Moved(replace(new, id=seen.desk.id, version=seen.desk.version))

        await self._desks.change(interaction, about, go)

    async def take(self, message: discord.Message) -> bool:
        """Play a message as a move in the lesson that its author has open in the channel.

        Return whether the message was one.
        """
        return await self._desks.take_in_channel(message, KIND)

    # The keeper

    async def shown(self, seen: SeenDesk, reader: DeskReader) -> DeskContents:
        """Return the task of a step, the praise once the step is done, and the controls."""
        place, steps = LessonPlace.of(seen.desk), LESSONS[seen.desk.game].steps
        step, translated = steps[place.step], translate_into(reader.locale)
        done = await self._done(seen.desk.person, seen.desk.game)
        heading = Text(
            "{game} · {number}/{count} · {title}",
            game=seen.position.game.title,
            number=place.step + 1,
            count=len(steps),
            title=step.title,
        )
        lines = [f"### {translated(heading)}", translated(step.task)]
        if place.passed:
            lines.append(f"✓ {translated(_praise(step))}")
        finished = place.passed and len(done) == len(steps)
        if finished or (place.passed and place.step + 1 == len(steps)):
            told = Text("{done} of {count} steps are done.", done=len(done), count=len(steps))
            offer = Text("Now try it out: a match against the computer at its easiest level.")
            lines.append(f"{translated(told)} {translated(offer)}")
        buttons = list(_buttons(seen.desk, place, steps, translated))
        return DeskContents(
            "\n".join(lines),
            buttons,
            [_steps_menu(seen.desk, place, steps, done, translated)],
            ways=_omission(seen, step),
            moving=not place.passed and not step.answers,
            claims=frozenset[str]().union(*(one.kinds for one in steps[: place.step + 1])),
        )

    async def moved(self, before: SeenDesk, after: SeenDesk, reader: DeskReader) -> Moved:
        """Return the result of a move: taken back if wrong, otherwise the next goal or the praise.

        The reply to a right move is played as well.
        """
        place = LessonPlace.of(before.desk)
        step = LESSONS[before.desk.game].steps[place.step]
        goals, goal = step.goals, step.goals[place.goal]
        text = after.desk.lines.moves[len(before.desk.lines.moves)]  # more may be typed at once
        wrong = goal.judge(before.position, before.position.parse(text))
        if wrong is not None:
            return _in_vain(before, place, wrong)
        played = before.desk.played(text)
        if place.goal + 1 == len(goals):
            return await self._passed(played)
        replies = (goal.reply,) if goal.reply else ()
        onward = place._replace(goal=place.goal + 1)
        return Moved(played.played(*replies).saying(onward.write(step)), goal.right)

    async def refused(self, seen: SeenDesk, refusal: MoveError) -> Moved:
        """Return the result of an illegal move: the reason, without examples of legal moves."""
        return _in_vain(seen, LessonPlace.of(seen.desk), refusal.text.without_examples())

    async def _answered(self, seen: SeenDesk, number: int) -> Moved:
        """Return the result of the answer with this number to the step's question."""
        answer = LESSONS[seen.desk.game].steps[LessonPlace.of(seen.desk).step].answers[number]
        if answer.right:
            return await self._passed(seen.desk)
        return Moved(seen.desk, Text("✗ {why}", why=answer.says))

    async def _passed(self, desk: Desk) -> Moved:
        """Note that a person has done the step of their desk, and return the result."""
        place = LessonPlace.of(desk)._replace(passed=True)
        step = LESSONS[desk.game].steps[place.step]
        await self.bot.store.lessons.add(desk.person, desk.game, step.key)
        return Moved(desk.saying(place.write(step)))

    # Beginning

    async def _open(self, interaction: Interaction, game: Game) -> None:
        await self._desks.open(interaction, await self._desk(interaction.user.id, game))

    async def _desk(self, person: int, game: Game) -> Desk:
        """Return a desk with the first step that a person has not done, or the very first.

        Raises Refusal if the game has no lesson.
        """
        if game.name not in LESSONS:
            raise Refusal(Text("{game} has no lesson yet; `/rules` explains it.", game=game.title))
        done = await self._done(person, game.name)
        steps = range(len(LESSONS[game.name].steps))
        return _at(person, game, next((step for step in steps if step not in done), 0))

    async def _done(self, person: int, game: str) -> frozenset[int]:
        """Return the numbers of the steps that a person has done."""
        keys = await self.bot.store.lessons.done(person, game)
        steps = enumerate(LESSONS[game].steps)
        return frozenset(number for number, step in steps if step.key in keys)


def _at(person: int, game: Game, number: int) -> Desk:
    """Return a desk with a step of a game's lesson, with the last one if there are fewer."""
    steps = LESSONS[game.name].steps
    number = min(number, len(steps) - 1)
    step = steps[number]
    desk = Desk.of(step.opening(game), person, KIND, about=LessonPlace(number).write(step))
    return desk.played(step.led) if step.led else desk


def _omission(seen: SeenDesk, step: LessonStep) -> Sequence[Way]:
    """Return the omitted capture that a step asks about, only while no move is played."""
    omitted = step.omission(seen.position.game)
    asked = omitted is not None and seen.desk.lines.moves == (step.led,)
    return (Way(omitted, omitted=True),) if omitted is not None and asked else ()


def _in_vain(seen: SeenDesk, place: LessonPlace, why: Text) -> Moved:
    """Return the result of a wrong or illegal try: the reason, and after enough tries a move."""
    step, position = LESSONS[seen.desk.game].steps[place.step], seen.position
    tried = place._replace(tries=place.tries + 1)
    if tried.tries >= ENOUGH:
        right = step.goals[place.goal].solutions(position)
        move = position.write(right[0])
        told = Text("The move is `{move}`.", move=move)
        example = Text("A move that does it: `{move}`.", move=move)
        why = joined([why, told if len(right) == 1 else example])
    return Moved(seen.desk.saying(tried.write(step)), Text("✗ {why}", why=why))


def _praise(step: LessonStep) -> Text:
    """Return the praise for doing a step."""
    return step.goals[-1].right if step.goals else next(a.says for a in step.answers if a.right)


def _buttons(
    desk: Desk, place: LessonPlace, steps: tuple[LessonStep, ...], translated: Translate
) -> Iterator[ui.Item[Any]]:
    """Yield the buttons for the answers to a question, the match at the end, and other steps."""
    primary = discord.ButtonStyle.primary
    if not place.passed:
        for number, answer in enumerate(steps[place.step].answers):
            yield button(desk, ControlKind.LESSON, translated(answer.label), f"answer {number}")
    following = place.step + 1
    if following < len(steps):
        label, style = Text("Skip"), discord.ButtonStyle.secondary
        if place.passed:
            label, style = Text("Next"), primary
        yield button(desk, ControlKind.LESSON, translated(label), f"step {following}", style=style)
    elif place.passed:
        yield button(
            desk, ControlKind.LESSON, translated(Text("Play level 1")), "play", style=primary
        )
    if place.passed:
        yield button(desk, ControlKind.LESSON, translated(Text("Again")), f"step {place.step}")


def _steps_menu(
    desk: Desk,
    place: LessonPlace,
    steps: tuple[LessonStep, ...],
    done: frozenset[int],
    translated: Translate,
) -> Menu:
    """Return the menu of all steps, with the current one selected and finished ones ticked."""
    options = [
        discord.SelectOption(
            label=f"{number + 1}. {translated(step.title)}{' ✓' * (number in done)}"[
                :LONGEST_LABEL
            ],
            value=str(number),
            default=number == place.step,
        )
        for number, step in enumerate(steps)
    ]
    where = Text("Step {number} of {count}: go to another", number=place.step + 1, count=len(steps))
    return Menu(ControlKind.LESSON, stamp(desk), translated(where), options)


def _games_menu(translated: Translate) -> ui.LayoutView:
    """Return the menu of the games that can be learned."""
    layout = text_layout(translated(Text("Which game would you like to learn?")))
    games = [game for name, game in engine.games.items() if name in LESSONS]
    options = autocompletion.game_options(translated, games)
    menu = Menu(ControlKind.LEARN, "", translated(Text("Which game?")), options)
    layout.add_item(ui.ActionRow(menu))
    return layout
