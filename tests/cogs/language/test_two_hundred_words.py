"""More than two hundred first words of newcomers: each gets a board or the right answer at once.

The lists were written before anybody looked at the code that reads the words. Each line ends with
the right results, such as ``board checkers``, ``challenge frisian``, ``choice international`` (a
choice of games with that one first), ``friend`` (the question whom they challenge), or an answer
such as ``rules halma``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import discord
import pytest

import engine
from cogs.client.client import Context
from cogs.language.game_names import find_game
from cogs.messages.buttons import ControlKind
from engine import Refusal
from engine.table.record import OPEN, Status
from tests.cogs.conftest import SHARED, UNSEEN, Club
from tests.nightly import few

pytestmark = [SHARED, UNSEEN]

MISUNDERSTOOD = {"play 10x10", "play checkers 5", "games", "commencer"}
"""First words that are answered otherwise.

``games`` lists live matches, and ``commencer`` begins one's open match.
"""

EVERY_TIME = 60
"""The first words of each language that are said in every run; at night it is all."""

LANGUAGES = {"english": "en-US", "french": "fr"}

ANSWERS = {
    "games": "live",
    "mygames": "mine",
    "leaderboard": "ratings",
    "learn": "lesson",
    "tournament": "tournaments",
    "join": "lobby",
    "resign": "nothing",
    "board": "nothing",
    "abort": "nothing",
    "withdraw": "nothing",
    "draw": "nothing",
    "hint": "nothing",
    "legal": "nothing",
    "flip": "nothing",
    "takeback": "nothing",
}
"""The answers of commands, as the lists call them; other answers are called like the command."""

NOT_READ = ("I do not know", "Je n’ai pas", "ne me dit rien")
"""Phrases of answers to words that were not understood."""

SAID = {
    "hello": ("Hello, I am", "I am here to play", "Bonjour, je suis", "Je suis là pour jouer"),
    "friend": ("Whom do you challenge?", "Qui défiez-vous"),
    "no game": ("I have no game", "Je n’ai pas de jeu"),
    "suggestion": ("There is no command", "Il n’y a pas de commande"),
}
"""Other answers, each with the phrases that show which one it is."""


def first_words(language: str) -> list[tuple[str, set[str]]]:
    file = Path(__file__).with_name("first_words") / f"{language}.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    parted = [line.rsplit(" = ", 1) for line in lines]
    return [(words, set(right.split(" | "))) for words, right in parted]


def games_in(message: discord.Message) -> list[str]:
    """Return the games that a post offers: first those of its buttons, then those of its menus."""
    parts = [child for row in message.components for child in getattr(row, "children", ())]
    ids = [str(getattr(part, "custom_id", "")) for part in parts]
    keys = [one.rpartition("/" if f"-{ControlKind.AGAIN}:" in one else ":")[2] for one in ids]
    keys += [option.value for part in parts for option in getattr(part, "options", ())]
    return [key for key in keys if key in engine.games]


class Heard:
    """Records the commands that the bot runs, and tells what it did about a message."""

    def __init__(self, club: Club) -> None:
        self.club, self.commands = club, list[tuple[str, str]]()
        club.bot.add_listener(self._command, "on_command")

    def end(self) -> None:
        self.club.bot.remove_listener(self._command, "on_command")

    async def _command(self, context: Context) -> None:
        assert context.command is not None
        words = " ".join(str(value) for value in context.kwargs.values())
        self.commands.append((context.command.name, words))

    async def done(self, words: str) -> set[str]:
        """Let Alice say ``words`` to the bot; return the results, named as in the lists."""
        club, newest = self.club, self.club.newest
        self.commands.clear()
        before = {match.id for match in await club.matches()}
        said = words.replace("@Bob", club.bob.mention)
        await club.alice.send(club.channel, f"{club.me} {said}")
        assert club.bot.user is not None
        shown = [post for post in club.since(newest) if post.author.id == club.bot.user.id]
        made = [match for match in await club.matches() if match.id not in before]
        done = set[str]()
        for match in made:
            begun = "challenge" if match.status is Status.CHALLENGE else "board"
            begun = "open" if OPEN in match.people else begun
            done |= {begun, f"{begun} {match.game.name}"}
        text = "\n".join(map(club.text, shown))
        offered = [game for message in shown for game in games_in(message)]
        for what, signs in SAID.items():
            if any(sign in text for sign in signs):
                return done | {what} | ({"choice"} if self.commands and what == "hello" else set())
        if not any(sign in text for sign in NOT_READ):
            for command, rest in self.commands:
                done |= set(self._answered(command, rest))
            done |= {"choice", f"choice {offered[0]}"} if offered else set()
        return done

    @staticmethod
    def _answered(command: str, rest: str) -> Iterator[str]:
        answer = ANSWERS.get(command, command)
        yield answer
        with suppress(Refusal):
            yield f"{answer} {find_game(rest).name}"


async def end_all(club: Club) -> None:
    """End the club's matches and challenges, so that the next words are said without any."""
    for match in await club.matches():
        if match.status is Status.OVER:
            continue
        async with club.store.match(match.id) as table:
            is_open = match.status is Status.CHALLENGE
            end = table.match.withdraw if is_open else table.match.abort
            table.match = end(match.host, now=club.env.now(), source=None)
    await club.posted()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_first_words_get_a_board_or_the_right_answer(club: Club, language: str) -> None:
    locale = LANGUAGES[language]
    await club.bot.preferences.change_server(club.guild.id, language=locale)
    await club.bot.preferences.change_person(club.alice.id, chosen_language=locale)
    heard, wrong = Heard(club), {}
    for words, right in few(first_words(language), EVERY_TIME):
        done = await heard.done(words)
        if right.isdisjoint(done):
            wrong[words] = right, done
        await end_all(club)
    heard.end()
    assert wrong.keys() <= MISUNDERSTOOD, wrong
