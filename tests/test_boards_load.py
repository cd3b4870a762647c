"""A wrong board file is refused with one sentence: file, item, reason."""

import pickle
from pathlib import Path

import pytest

from aiguillage.boards import BoardError, board_names, load_board
from aiguillage.rules.numbers import MAX_PLACES, MAX_TICKETS, MAX_TRACKS
from aiguillage.titles import file_of


def text_of(game: str) -> str:
    return file_of(game, "board.toml").read_text(encoding="utf-8")


def squeezed(text: str) -> str:
    """The text without the padding that lines up its columns."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines())


def refusal(tmp_path: Path, text: str) -> BoardError:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError) as caught:
        load_board(file)
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert "\n" not in message
    return caught.value


# game, what is in the file, what takes its place, the item at fault, the reason
DAMAGES = [
    # the file
    ("europe", "[players]", "[players", "TOML", "line 7"),
    ("europe", "format = 1", "format = 2", "top level", "reads format 1"),
    ("europe", "format = 1\n", "", "top level", "'format' is missing"),
    ("europe", 'family = "board"', 'family = "bord"', "top level", "did you mean 'board'?"),
    ("europe", 'id = "europe"', 'id = "Eu rope"', "top level", "small letters"),
    ("europe", 'name = "Europe"', 'name = " "', "top level", "'name' is empty"),
    ("europe", 'name = "Europe"', "name = 7", "top level", "must be a text in quotes, not 7"),
    ("europe", 'name = "Europe"', 'name = "Europe"\ncolour = 1', "top level", "unknown key 'colour'"),
    ("europe", "[players]", "[player]", "top level", "'players' is missing; is 'player' meant to be it?"),
    ("europe", "[bonus]", "[rounds]\n[bonus]", "top level", "unknown key 'rounds'"),
    # players
    ("europe", "min = 2", "min = 1", "[players]", "'min' is 1; it must be 2 to 5"),
    ("europe", "max = 5", "max = 6", "[players]", "'max' is 6; it must be 2 to 5"),
    ("europe", "max = 5", "maxi = 5", "[players]", "'max' is missing; is 'maxi' meant to be it?"),
    ("europe", "max = 5", "max = 5\nmin_age = 8", "[players]", "unknown key 'min_age'"),
    ("europe", "max = 5", "max = true", "[players]", "must be a whole number, not True"),
    ("europe", 'provenance = "documented"', 'provenance = "known"', "[players]", "'our design'"),
    # cards
    ("europe", "total = 110", "total = 111", "[cards]", "'total' is 111, but"),
    ("europe", "blue = 12", "blue = 13", "[cards]", "= 111"),
    ("europe", "blue = 12", "teal = 12", "[cards] colours", "unknown colour 'teal'"),
    ("europe", "blue = 12", "blue = 0", "[cards] colours", "'blue' is 0"),
    ("europe", "deal = 4", "deal = -1", "[cards]", "'deal' is -1"),
    ("europe", "deal = 4", "deal = 22", "[cards]", "5 players and the market need 115 cards; there are 110"),
    ("cardgame", "deal_wild = 1", "deal_wild = 5", "[cards]", "dealt 20 wild cards; there are 16"),
    # pieces
    ("europe", "count = 45", "count = 7", "route petrograd-stockholm", "takes 8 pieces; a player has 7"),
    ("europe", "stations = 3", "stations = 4", "[pieces]", "'stations' is 4; it must be 0 to 3"),
    ("europe", "stations = 3\n", "", "[bonus] station", "[pieces] has no 'stations'"),
    (
        "paris",
        'ties = ["tickets"]',
        'ties = ["tickets", "stations", "longest"]',
        "[bonus] ties",
        "no 'stations'",
    ),
    ("europe", "end_trigger = 2", "end_trigger = 45", "[pieces]", "'end_trigger' is 45; it must be 0 to 44"),
    ("europe", "end_trigger = 2", "end_triger = 2", "[pieces]", "is 'end_triger' meant to be it?"),
    # places
    ("europe", 'id = "wien"', 'id = "wilno"', "place wilno", "given to two places"),
    ("europe", 'id = "wien"', 'id = "Wien"', "place 44 of the list", "small letters"),
    ("europe", 'name = "Wien"', 'nam = "Wien"', "place wien", "'name' is missing; is 'nam' meant to be it?"),
    ("europe", "at = [552, 359]", "at = [552]", "place amsterdam", "two numbers such as [800, 550]"),
    ("europe", "at = [552, 359]", 'at = [552, "x"]', "place amsterdam", "two numbers such as [800, 550]"),
    ("europe", "at = [552, 359]", "att = [552, 359]", "place amsterdam", "did you mean 'at'?"),
    (
        "europe",
        "at = [552, 359]",
        "at = [552, 1359]",
        "place amsterdam",
        "the canvas is 1600 wide and 1100 high",
    ),
    ("europe", 'name = "Wien"', 'name = "Wi\\nen"', "place wien", "one line without control characters"),
    (
        "paris",
        'lines = ["Arc de", "Triomphe"]',
        "lines = [1]",
        "place arc-de-triomphe",
        "a list of texts of one line each",
    ),
    # routes
    ("europe", 'b = "bruxelles", length', 'b = "brussels", length', "route amsterdam-brussels", "no place"),
    ("europe", 'b = "bruxelles", length', 'b = "bruxeles", length', "route", "did you mean 'bruxelles'?"),
    (
        "europe",
        'b = "bruxelles", length',
        'b = "amsterdam", length',
        "route amsterdam-amsterdam",
        "with itself",
    ),
    (
        "europe",
        'b = "bruxelles", length = 1',
        'b = "bruxelles"',
        "route amsterdam-bruxelles",
        "'length' is missing",
    ),
    ("europe", 'b = "bruxelles", length = 1', 'b = "bruxelles", length = 9', "bruxelles", "must be 1 to 8"),
    ("europe", 'b = "bruxelles", length = 1', 'b = "bruxelles", length = 5', "bruxelles", "no entry for 5"),
    ("europe", "8 = 21", "7 = 18", "route petrograd-stockholm", "'points' of [routes] has no entry for 8"),
    ("europe", "8 = 21", "8 = 210", "[routes] points", "'8' is 210"),
    ("europe", "8 = 21", "eight = 21", "[routes] points", "'eight' must be a whole number"),
    ("berlin", "5 = 7 }", "6 = 9 }", "route", "'subway_points' of [routes] has no entry for 5"),
    (
        "berlin",
        "subway_points = { 2 = 2, 3 = 3, 4 = 5, 5 = 7 } # by cards\n",
        "",
        "route",
        "no 'subway_points'",
    ),
    (
        "berlin",
        'subway = { count = 5, name = "subway" }\n',
        "",
        "route",
        "takes a subway, but [pieces] has none",
    ),
    ("berlin", 'kind = "subway"', 'kind = "metro"', "route", "'kind' is 'metro'"),
    ("europe", 'colour = "black"', 'colour = "blak"', "route amsterdam-bruxelles", "did you mean 'black'?"),
    ("europe", 'colour = "black"', 'colour = "pink"', "route amsterdam-bruxelles", "no card is 'pink'"),
    ("europe", "ferry = 2", "ferry = 3", "route amsterdam-london", "3 wild cards; the route takes 2"),
    ("europe", "ferry = 2", "ferry = 0", "route amsterdam-london", "'ferry' is 0"),
    ("europe", "ferry = 2", "ferry = 2, tunnel = true", "route amsterdam-london", "also a ferry"),
    ("europe", "tunnel = true", "tunnel = 1", "route", "'tunnel' must be true or false, not 1"),
    ("europe", "tunnel = true", "tunel = true", "route", "unknown key 'tunel'; did you mean 'tunnel'?"),
    ("europe", "bend = 1 ", "bend = nan ", "route amsterdam-bruxelles", "'bend' must be a number"),
    (
        "europe",
        "bend = 1 ",
        'bend = "left" ',
        "route amsterdam-bruxelles",
        "'bend' must be a number between -500 and 500",
    ),
    (
        "europe",
        'colour = "black", bend',
        'colour = "black", ferry = 1, bend',
        "bruxelles",
        "a ferry is grey (F1)",
    ),
    ("europe", "twin_closed_up_to = 3", "twin_closed_up_to = 6", "[routes]", "'twin_closed_up_to' is 6"),
    # tickets
    (
        "europe",
        'a = "brest", b = "petrograd"',
        'a = "brest", b = "petersburg"',
        "ticket",
        "no place 'petersburg'",
    ),
    (
        "europe",
        'a = "brest", b = "petrograd"',
        'a = "brest", b = "brest"',
        "ticket brest-brest",
        "with itself",
    ),
    ("europe", "points = 20, long", "points = 0, long", "ticket brest-petrograd", "'points' is 0"),
    ("europe", "points = 20, long", "long", "ticket brest-petrograd", "'points' is missing"),
    ("europe", "points = 20, long", "points = 20, lang", "ticket brest-petrograd", "did you mean 'long'?"),
    ("europe", "long = 1, regular", "regular", "[tickets] opening", "6 long tickets, but none is dealt"),
    ("europe", "regular = 3", "regular = 6", "[tickets] opening", "7 tickets are dealt to each player; 6"),
    ("europe", "keep = 2", "keep = 5", "[tickets] opening", "'keep' is 5, but only 4 are dealt"),
    ("europe", "keep = 2", "keep = 0", "[tickets] opening", "'keep' is 0"),
    ("europe", 'rest = "box"', 'rest = "bin"', "[tickets] opening", "must be one of 'box', 'deck'"),
    ("europe", "draw = 3", "draw = 7", "[tickets]", "'draw' is 7; 6 are the most"),
    ("paris", "regular = 2", "regular = 6", "[tickets] opening", "dealt 24 regular tickets; there are 20"),
    # bonuses
    (
        "europe",
        'ties = ["tickets", "stations", "longest"]',
        'ties = ["longest"]',
        "[bonus]",
        "'ties' is ['longest']",
    ),
    ("europe", "longest = 10", "longest = -10", "[bonus]", "'longest' is -10"),
    ("amsterdam", "goods = 16\n", "", "[pieces] goods", "missing, though there is"),
    (
        "amsterdam",
        "goods = { 2 = [8, 4], 3 = [8, 5, 2], 4 = [8, 6, 4, 2] }\n",
        "",
        "[bonus] goods",
        "missing",
    ),
    ("amsterdam", "3 = [8, 5, 2], ", "", "[bonus] goods", "no entry for 3 players"),
    ("amsterdam", "3 = [8, 5, 2]", "3 = [8, 5]", "[bonus] goods", "has 2 ranks, not 3"),
    ("amsterdam", "3 = [8, 5, 2]", "3 = [8, 5, 2], 5 = [8, 6, 4, 2, 0]", "[bonus] goods", "for 5 players"),
    ("amsterdam", "3 = [8, 5, 2]", "3 = 8", "[bonus] goods", "a list of points such as [8, 4]"),
    (
        "paris",
        'colours = ["blue", "white", "red"]',
        'colours = ["blue", "red"]',
        "[bonus] flag",
        "three different",
    ),
    ("paris", '["blue", "white", "red"]', '["blue", "white", "white"]', "[bonus] flag", "three different"),
    ("paris", '["blue", "white", "red"]', '["blue", "white", "black"]', "[bonus] flag", "no card is 'black'"),
    ("paris", '"red"], points = 4', '"red"], points = 0', "[bonus] flag", "'points' is 0"),
    # the Card Game
    (
        "cardgame",
        "cards = { yellow = 1 }",
        "cards = { pink = 1 }",
        "ticket chicago-new-york",
        "no card is 'pink'",
    ),
    (
        "cardgame",
        "cards = { yellow = 1 }",
        "cards = { yellow = 11 }",
        "chicago-new-york",
        "11 yellow; there are 10",
    ),
    (
        "cardgame",
        "cards = { yellow = 1 }",
        "cards = {}",
        "ticket chicago-new-york cards",
        "no card is asked for",
    ),
    ("cardgame", "cards = { yellow = 1 }", "long = true", "chicago-new-york", "'cards' is missing"),
    ("cardgame", "max = 4", "max = 5", "[players] max", "there are 5; 4 are the most"),
    (
        "cardgame",
        "total = 96\nwild = 16",
        "total = 97\nwild = 17",
        "[cards] wild",
        "there are 17; 16 are the most",
    ),
    ("cardgame", 'place = "seattle"', 'place = "settle"', "bonus settle", "did you mean 'seattle'?"),
    ("cardgame", 'place = "seattle"', 'place = "miami"', "bonus miami", "two bonuses"),
    ("cardgame", 'rest = "shuffled"', 'rest = "box"', "[tickets] opening", "'shuffled'"),
    ("cardgame", "second_from = 4", "second_from = 9", "[rounds]", "'second_from' is 9"),
]


@pytest.mark.parametrize(("game", "old", "new", "item", "reason"), DAMAGES)
def test_damaged_file(tmp_path: Path, game: str, old: str, new: str, item: str, reason: str) -> None:
    text = squeezed(text_of(game))
    assert old in text, "the case must change something"
    error = refusal(tmp_path, text.replace(old, new, 1))
    assert item in error.item
    assert reason in error.reason


DOUBLE = '{ a = "budapest", b = "wien", length = 1, colour = "red"'
TWIN = '{ a = "budapest", b = "wien", length = 1, colour = "white"'


@pytest.mark.parametrize(
    "row",
    [
        '{ a = "budapest", b = "wien", length = 2, colour = "red"',
        '{ a = "wien", b = "budapest", length = 2, colour = "red"',
        f"{DOUBLE}, tunnel = true",
        f"{DOUBLE}, ferry = 1".replace('"red"', '"grey"'),
    ],
)
def test_double_route_whose_tracks_differ(tmp_path: Path, row: str) -> None:
    text = squeezed(text_of("europe"))
    assert DOUBLE in text
    assert TWIN in text
    file = tmp_path / "board.toml"
    file.write_text(text.replace(DOUBLE, row), encoding="utf-8")
    board = load_board(file)
    twins = [track for track in board.tracks if {track.a, track.b} == {"budapest", "wien"}]
    assert [board.track(track.twin) for track in twins if track.twin] == twins[::-1]


def test_third_track(tmp_path: Path) -> None:
    text = squeezed(text_of("europe"))
    third = '{ a = "wien", b = "budapest", length = 1, colour = "blue" },\n' + DOUBLE
    error = refusal(tmp_path, text.replace(DOUBLE, third))
    assert "budapest" in error.item
    assert error.reason == "3 routes join these places; two are the most"


def test_ticket_between_places_that_no_routes_join(tmp_path: Path) -> None:
    text = squeezed(text_of("europe"))
    island = '{ id = "reykjavik", name = "Reykjavik" },\n{ id = "akureyri", name = "Akureyri" },\n{ id = "wien"'
    text = text.replace('{ id = "wien"', island)
    text = text.replace(DOUBLE, '{ a = "reykjavik", b = "akureyri", length = 1, colour = "red" },\n' + DOUBLE)
    text = text.replace('a = "brest", b = "petrograd"', 'a = "brest", b = "reykjavik"')
    error = refusal(tmp_path, text)
    assert error.item == "ticket brest-reykjavik"
    assert error.reason == "no chain of routes joins its two places"


def test_place_without_a_route(tmp_path: Path) -> None:
    text = squeezed(text_of("europe")).replace('{ id = "wien"', '{ id = "bern", name = "Bern" },\n{ id = "wien"')
    error = refusal(tmp_path, text)
    assert (error.item, error.reason) == ("place bern", "no route goes there")


def test_board_without_routes(tmp_path: Path) -> None:
    text = text_of("europe")
    start = text.index("list = [", text.index("[routes]"))
    error = refusal(tmp_path, text[:start] + "list = []\n" + text[text.index("[tickets]") :])
    assert (error.item, error.reason) == ("[routes]", "there are none")


def test_row_that_is_no_table(tmp_path: Path) -> None:
    first = '{ a = "amsterdam", b = "bruxelles", length = 1'
    error = refusal(tmp_path, squeezed(text_of("europe")).replace(first, f'"vienna",\n{first}'))
    assert error.item == "route 1 of the list"
    assert error.reason == "must be a row in braces { … }, not 'vienna'"


def test_ids_made_twice(tmp_path: Path) -> None:
    """a-b with c and a with b-c are different routes with the same id."""
    text = squeezed(text_of("europe"))
    places = "".join(f'{{ id = "{place}", name = "{place}" }},\n' for place in ("x", "x-y", "y-z", "z"))
    routes = "".join(
        f'{{ a = "{a}", b = "{b}", length = 1, colour = "red" }},\n' for a, b in (("x", "y-z"), ("x-y", "z"))
    )
    text = text.replace('{ id = "wien"', places + '{ id = "wien"').replace(DOUBLE, routes + DOUBLE)
    error = refusal(tmp_path, text)
    assert error.item == "route x-y-z"
    assert "made twice" in error.reason


@pytest.mark.parametrize(
    ("section", "most", "row"),
    [
        ("places", MAX_PLACES, '{{ id = "p{0}", name = "P{0}" }},\n'),
        ("tickets", MAX_TICKETS, '{{ a = "paris", b = "wien", points = 5 }},\n'),
    ],
)
def test_sizes_beyond_the_kernel(tmp_path: Path, section: str, most: int, row: str) -> None:
    text = text_of("europe")
    start = text.index("list = [", text.index(f"[{section}]")) + len("list = [\n")
    error = refusal(tmp_path, text[:start] + "".join(row.format(number) for number in range(most)) + text[start:])
    assert error.item == f"[{section}]"
    assert f"{most} are the most" in error.reason


def test_tracks_beyond_the_kernel(tmp_path: Path) -> None:
    text = text_of("europe")
    names = [place.id for place in load_board("europe").places]
    joined = {frozenset((track.a, track.b)) for track in load_board("europe").tracks}
    free = [(a, b) for a in names for b in names if a < b and frozenset((a, b)) not in joined][: MAX_TRACKS - 100]
    rows = "".join(f'{{ a = "{a}", b = "{b}", length = 1, colour = "red" }},\n' for a, b in free)
    start = text.index("list = [", text.index("[routes]")) + len("list = [\n")
    error = refusal(tmp_path, text[:start] + rows + text[start:])
    assert error.item == "[routes]"
    assert error.reason == f"there are {MAX_TRACKS + 1}; {MAX_TRACKS} are the most that can be played with"


def test_more_colours_than_the_kernel(tmp_path: Path) -> None:
    text = squeezed(text_of("europe"))
    error = refusal(tmp_path, text.replace("blue = 12", "pink = 12, blue = 12").replace("total = 110", "total = 122"))
    assert error.item == "[cards] colours"
    assert error.reason == "there are 9; 8 are the most that can be played with"


def test_more_cards_of_a_colour_than_the_card_game_holds(tmp_path: Path) -> None:
    text = text_of("cardgame").replace("red = 10 }", "red = 11 }").replace("total = 96", "total = 97")
    error = refusal(tmp_path, text)
    assert error.item == "[cards] colours red"
    assert error.reason == "there are 11; 10 are the most that can be played with"


def test_more_bonuses_than_the_card_game_holds(tmp_path: Path) -> None:
    first = "cities = ["
    rows = "".join(f'{{ place = "{place}", points = 1 }},\n' for place in ("atlanta", "boston", "omaha"))
    error = refusal(tmp_path, text_of("cardgame").replace(first, first + rows))
    assert error.item == "[bonus] cities"
    assert error.reason == "there are 9; 8 are the most that can be played with"


def test_same_ticket_twice_gets_a_second_id(tmp_path: Path) -> None:
    row = '{ a = "brest", b = "marseille", points = 7 },'
    text = squeezed(text_of("europe"))
    assert row in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(row, f"{row}\n{row}"), encoding="utf-8")
    board = load_board(file)
    assert board.ticket("brest-marseille").points == board.ticket("brest-marseille.2").points == 7


def test_too_few_long_tickets(tmp_path: Path) -> None:
    error = refusal(tmp_path, squeezed(text_of("europe")).replace("points = 20, long = true", "points = 20"))
    assert error.item == "[tickets] opening"
    assert error.reason == "5 players are dealt 5 long tickets; there are 3"


def test_unknown_game() -> None:
    with pytest.raises(BoardError, match=r"^berln: no game or file of this name; did you mean 'berlin'\?"):
        load_board("berln")


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"nowhere\.toml: cannot be read: no such file or directory$"):
        load_board(tmp_path / "nowhere.toml")


def test_folder_instead_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"cannot be read: is a directory$"):
        load_board(tmp_path)


def test_file_in_another_encoding(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(text_of("europe").encode("latin-1", "replace"))
    with pytest.raises(BoardError, match=r"latin\.toml: byte \d+: is not UTF-8 text"):
        load_board(file)


def test_errors_survive_pickling() -> None:
    error = BoardError("a.toml", "route x-y", "it is wrong")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "a.toml: route x-y: it is wrong"


DIGESTS = {
    "europe": "29d97b2b4875a915",
    "amsterdam": "96a37c98119b964c",
    "berlin": "50912cfe3799a98e",
    "paris": "bc65efbd1e498d04",
    "cardgame": "00c59f1b6d36f874",
}


@pytest.mark.parametrize("game", board_names())
def test_digest_is_stable(game: str) -> None:
    """Saved games name their board's digest: it may change only when the board's rules change."""
    assert load_board(game).digest == DIGESTS[game]


def digest_after(tmp_path: Path, old: str, new: str) -> str:
    text = squeezed(text_of("europe"))
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_board(file).digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Wien"', 'name = "Vienne"'),
        ('name = "Europe"', 'name = "Europa"'),
        ("at = [552, 359]", "at = [1, 1]"),
        ("label = [498, 330]", "label = [1, 1]"),
        ("bend = 1 ", "bend = 40 "),
        ('note = "the rulebook"', 'note = "the box"'),
        ('provenance = "documented"', 'provenance = "our design"'),
        ('name = "train"', 'name = "wagon"'),
    ],
)
def test_digest_ignores_what_no_rule_reads(tmp_path: Path, old: str, new: str) -> None:
    assert digest_after(tmp_path, old, new) == DIGESTS["europe"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("max = 5", "max = 4"),
        ("deal = 4", "deal = 3"),
        ("count = 45", "count = 44"),
        ("stations = 3", "stations = 2"),
        ("end_trigger = 2", "end_trigger = 1"),
        ("8 = 21", "8 = 20"),
        ("ferry = 2", "ferry = 1"),
        (", tunnel = true", ""),
        ('colour = "black"', 'colour = "white"'),
        ("twin_closed_up_to = 3", "twin_closed_up_to = 2"),
        ("points = 20, long", "points = 19, long"),
        ("keep = 2", "keep = 3"),
        ('rest = "box"', 'rest = "deck"'),
        ("draw = 3", "draw = 2"),
        ("longest = 10", "longest = 9"),
        ("station = 4", "station = 3"),
        ('ties = ["tickets", "stations", "longest"]', 'ties = ["tickets"]'),
        ('a = "brest", b = "petrograd"', 'b = "brest", a = "petrograd"'),
        ("blue = 12, purple = 12", "purple = 12, blue = 12"),
    ],
)
def test_digest_changes_with_the_rules(tmp_path: Path, old: str, new: str) -> None:
    assert digest_after(tmp_path, old, new) != DIGESTS["europe"]


@pytest.mark.parametrize("game", board_names())
def test_a_copy_of_a_file_is_the_same_board(tmp_path: Path, game: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text_of(game), encoding="utf-8")
    assert load_board(file) == load_board(game)
    assert hash(load_board(file)) == hash(load_board(game))
    assert load_board(game) is load_board(game)
