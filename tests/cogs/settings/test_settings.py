"""Settings of servers and of people, and their effects."""

from __future__ import annotations

import itertools
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from cogs.settings.known_settings import PERSONAL_SETTINGS, SERVER_SETTINGS
from data import PersonSettings, ServerSettings
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text

pytestmark = SHARED


SELECT = "damier:menu-setting:"
CHANNELS = "damier:channels-setting:server:channels"
MANAGERS = "Managers"
ROLE = "damier:role-setting:server:opener"


def manager(club: Club) -> MemberActor:
    """Add a member who manages the server."""
    role = club.guild.create_role(MANAGERS, permissions=discord.Permissions(manage_guild=True))
    return club.guild.add_member(club.env.create_user("mona"), roles=[role])


async def server_panel(club: Club, mona: MemberActor) -> discord.Message:
    """Open the panel of the server's settings."""
    shown = await mona.slash(club.channel, "settings")
    assert shown.response is not None
    opened = await mona.click(shown.response, label="Settings of the server")
    assert "What you change takes effect at once" in private_text(opened)
    assert opened.response is not None
    return opened.response.message


async def personal_panel(club: Club, member: MemberActor) -> discord.Message:
    shown = await member.slash(club.channel, "settings")
    assert "Your settings" in private_text(shown)
    assert shown.response is not None
    return shown.response.message


# The panel of a person


async def test_what_a_person_sets_is_kept_and_shown(club: Club) -> None:
    panel = await personal_panel(club, club.alice)
    assert "Settings of the server" not in labels(panel)
    await club.alice.click(panel, label="Pings: on")
    await club.alice.click(panel, label="Confirm moves: off")
    await club.restart()
    await club.alice.select(panel, ["slate"], custom_id=f"{SELECT}person:theme")
    assert await club.bot.preferences.person(club.alice.id) == PersonSettings(
        pings=False, confirm=True, theme="slate"
    )
    assert await club.bot.preferences.person(club.bob.id) == PersonSettings()
    await club.alice.select(panel, ["-"], custom_id=f"{SELECT}person:theme")
    assert (await club.bot.preferences.person(club.alice.id)).theme is None


async def test_the_panel_shows_what_is_set(club: Club) -> None:
    panel = await personal_panel(club, club.alice)
    await club.alice.click(panel, label="Coordinates: on")
    await club.alice.click(panel, label="Own side at the bottom: on")
    again = await personal_panel(club, club.alice)
    assert labels(again) == [
        "Own side at the bottom: off",
        "Coordinates: off",
        "Text first: off",
        "Pings: on",
        "Confirm moves: off",
        "Warn of blunders: off",
        "Puzzles from my matches: off",
    ]


async def test_a_switch_pressed_twice_sets_what_it_said(club: Club) -> None:
    panel = await personal_panel(club, club.alice)
    again = await personal_panel(club, club.alice)
    await club.alice.click(panel, label="Pings: on")
    await club.alice.click(again, label="Pings: on")
    assert not (await club.bot.preferences.person(club.alice.id)).pings


# The panel of the server


async def test_who_manages_the_server_sets_everything(club: Club) -> None:
    mona = manager(club)
    players = club.guild.create_role("Players")
    panel = await server_panel(club, mona)
    await mona.select(panel, [club.channel], custom_id=CHANNELS)
    await mona.select(panel, [players], custom_id=ROLE)
    await mona.select(panel, ["fr"], custom_id=f"{SELECT}server:language")
    await mona.select(panel, ["contrast"], custom_id=f"{SELECT}server:theme")
    await mona.select(panel, ["1d"], custom_id=f"{SELECT}server:time")
    await mona.click(panel, custom_id="damier:text-setting:server:threads:on")
    await club.restart()
    await mona.click(panel, custom_id="damier:text-setting:server:rated:off")
    expected = ServerSettings(
        channels=(club.channel.id,),
        opener=players.id,
        language="fr",
        theme="contrast",
        time="1d",
        threads=True,
        rated=False,
    )
    assert club.bot.preferences.server(club.guild.id) == expected
    assert (await club.store.preferences.of_servers())[club.guild.id] == expected
    await mona.select(panel, [], custom_id=CHANNELS)
    await mona.select(panel, [], custom_id=ROLE)
    assert club.bot.preferences.server(club.guild.id).channels == ()
    assert club.bot.preferences.server(club.guild.id).opener is None


async def test_limits_are_entered_in_a_form(club: Club) -> None:
    mona = manager(club)
    panel = await server_panel(club, mona)
    form = await mona.click(panel, label="Limits")
    await mona.submit_modal(form, _filled(form, "3", "4", "5", "6"))
    settings = club.bot.preferences.server(club.guild.id)
    assert settings == ServerSettings(
        open_challenges=3, person_matches=4, channel_matches=5, computer_matches=6
    )


@pytest.mark.parametrize("number", ["0", "51", "-1", "x"])
async def test_a_limit_out_of_bounds_is_refused_and_nothing_changes(
    club: Club, number: str
) -> None:
    mona = manager(club)
    form = await mona.click(await server_panel(club, mona), label="Limits")
    result = await mona.submit_modal(form, _filled(form, number, "4", "5", "6"))
    assert "Open challenges per member must be 1 to 50." in private_text(result)
    assert club.bot.preferences.server(club.guild.id) == ServerSettings()


def _filled(form: InteractionResult, *values: str) -> dict[str, str]:
    assert form.modal is not None
    fields: list[Any] = form.modal["components"]
    ids = [field["component"]["custom_id"] for field in fields]
    return dict(zip(ids, values, strict=True))


async def test_who_does_not_manage_the_server_any_more_is_refused_at_each_press(
    club: Club,
) -> None:
    mona = manager(club)
    panel = await server_panel(club, mona)
    form = await mona.click(panel, label="Limits")
    role = club.guild.roles[MANAGERS]
    club.env.backend.remove_member_role(club.guild.id, mona.id, role.id)
    await club.env.settle()
    results = [
        await mona.click(panel, custom_id="damier:text-setting:server:threads:on"),
        await mona.select(panel, ["slate"], custom_id=f"{SELECT}server:theme"),
        await mona.select(panel, [club.channel], custom_id=CHANNELS),
        await mona.select(panel, [], custom_id=ROLE),
        await mona.click(panel, label="Limits"),
        await mona.submit_modal(form, _filled(form, "3", "4", "5", "6")),
    ]
    for result in results:
        assert "Manage Server" in private_text(result)
    assert club.bot.preferences.server(club.guild.id) == ServerSettings()


async def test_guesses_of_watchers_have_a_panel_of_their_own(club: Club) -> None:
    mona = manager(club)
    panel = await server_panel(club, mona)
    opened = await mona.click(panel, label="Guesses of watchers")
    assert "What watchers may guess: **nothing**" in private_text(opened)
    assert opened.response is not None
    shown = opened.response.message
    await mona.select(shown, ["moves"], custom_id=f"{SELECT}server:guesses")
    assert club.bot.preferences.server(club.guild.id).guesses == "moves"
    for typed, value in (("who wins", "winner"), ("on", "both"), ("off", "none")):
        await mona.send(club.channel, f"{club.me} settings server guesses {typed}")
        assert club.bot.preferences.server(club.guild.id).guesses == value


# Typed


async def test_nobody_else_sees_the_settings_of_who_types_for_them(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} settings")
    assert "Only you see your settings." in club.text()
    assert "Pings" not in club.text()
    result = await club.bob.click(club.last, label="Settings")
    assert "Your settings" in private_text(result)


async def test_a_manager_opens_the_settings_of_the_server_by_a_button(club: Club) -> None:
    mona = manager(club)
    await mona.send(club.channel, f"{club.me} settings")
    assert "Pings" not in club.text()
    shown = await mona.click(club.last, label="Settings of the server")
    assert "Game channels" in private_text(shown)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("theme slate", {"theme": "slate"}),
        ("theme high contrast pings off", {"theme": "contrast", "pings": False}),
        ("pings no confirm yes", {"pings": False, "confirm": True}),
        ("side off coordinates off", {"own_side": False, "coordinates": False}),
        ("theme server", {"theme": None}),
        ("theme slat", {"theme": "slate"}),
        ("ping off", {"pings": False}),
        ("warn of blunders on", {"warn": True}),
        ("Avertir des gaffes oui pings non", {"warn": True, "pings": False}),
    ],
)
async def test_personal_settings_are_typed(
    club: Club, words: str, expected: dict[str, object]
) -> None:
    await club.alice.send(club.channel, f"{club.me} settings {words}")
    assert await club.bot.preferences.person(club.alice.id) == PersonSettings().but(**expected)
    assert ": **" in club.text()


@pytest.mark.parametrize(
    ("words", "field", "expected"),
    [
        ("channels {channel}", "channels", "channel"),
        ("channels #draughts", "channels", "channel"),
        ("channels all", "channels", ()),
        ("opener {role}", "opener", "role"),
        ("opener @Club Players", "opener", "role"),
        ("opener everyone", "opener", None),
        ("language fr", "language", "fr"),
        ("language français", "language", "fr"),
        ("language francais", "language", "fr"),
        ("language French", "language", "fr"),
        ("language frensh", "language", "fr"),
        ("language anglais", "language", "en-US"),
        ("time 1 day", "time", "1d"),
        ("language server", "language", None),
        ("challenges 7", "open_challenges", 7),
        ("threads on", "threads", True),
        ("time 1d", "time", "1d"),
        ("time 10+10 claim", "time", "10+10 claim"),
        ("usual time limit 1d", "time", "1d"),
        ("time zone Paris", "daily_zone", "Europe/Paris"),
        ("time 3d saisons non", "seasons", "none"),
    ],
)
async def test_settings_of_the_server_are_typed(
    club: Club, words: str, field: str, expected: object
) -> None:
    mona, role = manager(club), club.guild.create_role("Club Players")
    said = words.format(channel=f"<#{club.channel.id}>", role=f"<@&{role.id}>")
    await mona.send(club.channel, f"{club.me} settings server {said}")
    wanted = {"channel": (club.channel.id,), "role": role.id}
    value = getattr(club.bot.preferences.server(club.guild.id), field)
    assert value == (
        wanted[expected] if isinstance(expected, str) and expected in wanted else expected
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("theme glass", "Look of your private boards cannot be `glass`. It can be Wood, "),
        ("colour red", "I know no setting `colour`. Which do you mean?"),
        ("pings", "Pings: **on**. Choose on or off."),
        ("server theme slate", "Manage Server"),
        ("server", "Manage Server"),
    ],
)
async def test_wrong_words_get_one_sentence(club: Club, words: str, sentence: str) -> None:
    await club.alice.send(club.channel, f"{club.me} settings {words}")
    assert sentence in club.text()
    assert await club.bot.preferences.person(club.alice.id) == PersonSettings()
    assert club.bot.preferences.server(club.guild.id) == ServerSettings()


async def test_what_a_setting_can_be_is_offered(club: Club) -> None:
    mona = manager(club)
    await mona.send(club.channel, f"{club.me} settings server language klingon")
    assert "Language of public posts cannot be `klingon`. It can be English" in club.text()
    await mona.click(club.last, label="Français")
    assert club.bot.preferences.server(club.guild.id).language == "fr"
    asked = await club.alice.slash(club.channel, "settings", words="colour slate")
    assert asked.response is not None
    await club.alice.click(asked.response, label="Look of your private boards")
    assert (await club.bot.preferences.person(club.alice.id)).theme == "slate"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "tournaments",
            "tournaments: **managers and organisers**. Choose everyone who may open matches or ",
        ),
        ("organiser", "Organisers of all tournaments: **no role**. Choose a role of this server "),
        ("opener", "Who may open matches: {role}. Choose a role of this server or `everyone`."),
        ("channels", "Game channels: {channel}. Choose \\#draughts or all channels."),
        ("games", "opened: **Halma**. Choose games, such as `halma, checkers`, or all games."),
        ("time", "Usual time limit: **3 days a turn**. Choose no time limit, "),
        ("abroad", "Matches with other servers: **none**. Choose \\#draughts or none."),
        ("hour", "Hour of the puzzle of the day: **18:00**. Choose a number from 0 to 23."),
        ("zone", "Time zone: **UTC**. Choose a city, such as `Lyon`, or a zone, such as "),
        ("matches", "Live matches per member: **4**. Choose a number from 1 to 500."),
    ],
)
async def test_a_setting_alone_tells_its_value_and_changes_nothing(
    club: Club, said: str, sentence: str
) -> None:
    mona, role = manager(club), club.guild.create_role("Players")
    before = await club.bot.preferences.change_server(
        club.guild.id,
        tournaments="managers",
        opener=role.id,
        channels=(club.channel.id,),
        games=("halma",),
        time="3d",
        person_matches=4,
    )
    await mona.send(club.channel, f"{club.me} settings server {said}")
    shown = {"role": f"**<@&{role.id}>**", "channel": f"**<#{club.channel.id}>**"}
    assert sentence.format(**shown) in club.text()
    assert club.bot.preferences.server(club.guild.id) == before


async def test_every_setting_alone_is_answered(club: Club) -> None:
    mona = manager(club)
    for kind, settings in (("", PERSONAL_SETTINGS), ("server ", SERVER_SETTINGS)):
        for setting in settings:
            await mona.send(club.channel, f"{club.me} settings {kind}{setting.name}")
            assert f"{setting.label}: **" in club.text(), setting
            assert "**. Choose " in club.text(), setting
    assert await club.bot.preferences.person(mona.id) == PersonSettings()
    assert club.bot.preferences.server(club.guild.id) == ServerSettings()


async def test_a_role_that_is_not_there_is_asked_for(club: Club) -> None:
    mona = manager(club)
    for words, sentence, end in (
        (
            "organiser @Organisers",
            "There is no role `@Organisers` on this server. Mention a role of this server, or ",
            "type `no role`.",
        ),
        (
            "opener Club Players",
            "There is no role `Club Players` on this server. Mention a role of this server, or ",
            "type `everyone`.",
        ),
    ):
        await mona.send(club.channel, f"{club.me} settings server {words}")
        assert sentence + end in club.text()
    assert labels(club.last) == ["@Managers", "everyone"]


async def test_the_buttons_of_who_may_create_tournaments_are_whole(club: Club) -> None:
    mona = manager(club)
    await mona.send(club.channel, f"{club.me} settings server tournaments")
    assert labels(club.last) == ["everyone who may open matches", "managers and organisers"]
    await mona.click(club.last, label="managers and organisers")
    assert club.bot.preferences.server(club.guild.id).tournaments == "managers"


@pytest.mark.parametrize(
    ("setting", "field", "on"),
    [
        ("threads", "threads", "on"),
        ("overview", "overview", "server"),
        ("moves", "move_buttons", "on"),
        ("time", "time", "3d"),
        ("rated", "rated", "on"),
        ("takeover", "takeover", "always"),
        ("seasons", "seasons", "month"),
        ("guesses", "guesses", "winner"),
        ("abroad", "abroad_channel", "#draughts"),
        ("daily", "daily_channel", "#draughts"),
        ("names", "abroad_names", "on"),
        ("opener", "opener", "@Club Players"),
        ("organiser", "organiser", "@Club Players"),
        ("channels", "channels", "#draughts"),
        ("games", "games", "halma"),
    ],
)
async def test_what_can_be_off_is_so_by_the_word(
    club: Club, setting: str, field: str, on: str
) -> None:
    mona, nothing = manager(club), (None, False, "none", "never", ())
    club.guild.create_role("Club Players")
    await mona.send(club.channel, f"{club.me} settings server {setting} {on}")
    assert getattr(club.bot.preferences.server(club.guild.id), field) not in nothing
    await mona.send(club.channel, f"{club.me} settings server {setting} off")
    assert getattr(club.bot.preferences.server(club.guild.id), field) in nothing


async def test_near_words_are_proposed_from_the_list_that_is_meant(club: Club) -> None:
    mona = manager(club)
    club.guild.create_role("Aces")
    club.guild.create_role("Bees")
    club.guild.create_role("Cats")
    club.guild.create_role("Organisers")
    for name in ("alpha", "beta", "gamma", "puzzles"):
        club.guild.create_text_channel(name)
    for words, proposed in (
        ("server opener organizers", "Did you mean \\@Organisers?"),
        ("server daily #puzles", "Did you mean \\#puzzles?"),
        ("server pings off", "Pings is a setting of each member: type `pings` without `server`"),
    ):
        await mona.send(club.channel, f"{club.me} settings {words}")
        assert proposed in club.text(), words
    await mona.send(club.channel, f"{club.me} settings seasns month")
    assert club.bot.preferences.server(club.guild.id) == ServerSettings(seasons="month")
    await mona.send(club.channel, f"{club.me} settings tourmats managers")
    await mona.click(club.last, label="Who may create tournaments")
    assert club.bot.preferences.server(club.guild.id).tournaments == "managers"
    await club.alice.send(club.channel, f"{club.me} settings seasns year")
    assert "Manage Server" in club.text()


async def test_settings_are_changed_by_slash_with_words(club: Club) -> None:
    result = await club.alice.slash(club.channel, "settings", words="pings off")
    assert "Pings: **off**" in private_text(result)
    assert not (await club.bot.preferences.person(club.alice.id)).pings


async def test_changes_at_the_same_moment_are_all_kept(club: Club) -> None:
    for words in ("theme slate", "pings off", "confirm on"):
        club.env.backend.create_message(
            club.channel.id, club.alice.id, f"{club.me} settings {words}"
        )
    await club.env.settle()
    assert await club.bot.preferences.person(club.alice.id) == PersonSettings(
        theme="slate", pings=False, confirm=True
    )


# Where it shows


@pytest.mark.parametrize(
    ("server", "own"), [("wood", None), ("slate", None), ("slate", "wood"), ("wood", "contrast")]
)
async def test_posts_look_as_the_server_has_it_and_private_boards_as_the_person(
    club: Club, server: str, own: str | None
) -> None:
    preferences = club.bot.preferences
    await preferences.change_server(club.guild.id, theme=server)
    await preferences.change_person(club.bob.id, theme=own)
    await club.start()
    post = await picture_of(club.last)
    alone = await club.bob.click(club.last, label="Legal moves")
    assert alone.response is not None
    seen = await picture_of(alone.response.message)
    colour = {"wood": (84, 50, 30)}
    for image, theme in ((post, server), (seen, own or server)):
        frame = image.convert("RGB").getpixel((3, image.height // 2))
        assert (frame == colour["wood"]) == (theme == "wood"), theme


async def test_private_boards_are_turned_and_lettered_as_the_person_wants(club: Club) -> None:
    await club.start()
    await club.play("32-28")
    pictures = set()
    for own_side, coordinates in itertools.product([True, False], repeat=2):
        settings = PersonSettings(own_side=own_side, coordinates=coordinates)
        await club.bot.preferences.change_person(club.bob.id, **settings.kept())
        shown = await club.bob.click(club.last, label="Legal moves")
        assert shown.response is not None
        pictures.add((await picture_of(shown.response.message)).tobytes())
    assert len(pictures) == 4


async def test_posts_are_in_the_language_that_the_server_has_set(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, language="fr")
    await club.challenge()
    assert labels(club.last)[0] == "Accepter"
    await club.bot.preferences.change_server(club.guild.id, language="a later version's")
    await club.challenge("frysk")
    assert labels(club.last)[0] == "Accept"


async def test_who_wants_no_pings_is_named_and_not_called(club: Club) -> None:
    await club.bot.preferences.change_person(club.bob.id, pings=False)
    await club.challenge()
    assert club.bob.mention in club.text()
    assert club.pinged() == set()
    await club.bob.click(club.last, label="Accept")
    assert club.pinged() == {club.alice.id}


@pytest.mark.parametrize(
    ("words", "time", "rated"),
    [("", "3d claim", False), ("1h", "1h", False), ("none rated", "none", True)],
)
async def test_what_a_challenge_does_not_name_is_as_the_server_has_it(
    club: Club, words: str, time: str, rated: bool
) -> None:
    await club.bot.preferences.change_server(club.guild.id, time="3d claim", rated=False)
    match = await club.challenge(f"frisian white {words}")
    assert (str(match.time), match.rated) == (time, rated)
    assert ("Not rated" in club.text()) is not rated
