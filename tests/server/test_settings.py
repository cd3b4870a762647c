"""Settings from the environment, a start that fails in one sentence, logs, and who is believed about addresses."""

import asyncio
import json
import logging
import os
import pty
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from people import PATIENCE, ThreadServer, settings_for

from aiguillage.server.store.opening import CannotOpen, open_storage
from aiguillage.server.tables.settings import SettingError, Settings, async_url, read_settings, variables
from aiguillage.server.web.logs import JsonLines, PlainLines

ROOT = Path(__file__).parents[2]


def test_variables_and_what_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIGUILLAGE_DATABASE_URL", "postgres://u@h/d")
    monkeypatch.setenv("AIGUILLAGE_LIMIT_TABLES_PER_CLIENT", "3")
    monkeypatch.setenv("AIGUILLAGE_ORIGINS", "https://a.example, https://b.example,")
    monkeypatch.setenv("AIGUILLAGE_GRACE_SECONDS", "5")
    settings = read_settings(host="0.0.0.0", port=None, database=None)
    assert settings.database_url == "postgresql+asyncpg://u@h/d"
    assert settings.limits.tables_per_client == 3
    assert settings.origins == ("https://a.example", "https://b.example")
    assert (settings.grace_seconds, settings.host, settings.port) == (5.0, "0.0.0.0", 8000)
    assert read_settings(database="sqlite:///x").database == "sqlite:///x"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("LIMIT_TABLES_PER_CLIENT", "many", "AIGUILLAGE_LIMIT_TABLES_PER_CLIENT is 'many': input should be"),
        ("LIMIT_TABLES_PER_CLIENT", "-1", "AIGUILLAGE_LIMIT_TABLES_PER_CLIENT is '-1': input should be"),
        ("PORT", "70000", "AIGUILLAGE_PORT is '70000': input should be"),
        ("URL", "trains.example", "AIGUILLAGE_URL is 'trains.example': it must look like https://"),
        ("URL", "https://a.example/x", "AIGUILLAGE_URL is 'https://a.example/x': it must look like"),
        ("PROXIES", "caddy", "AIGUILLAGE_PROXIES is 'caddy': 'caddy' does not appear to be an IPv4 or IPv6"),
        ("LOG_LEVEL", "loud", "AIGUILLAGE_LOG_LEVEL is 'loud': input should be 'debug', 'info'"),
    ],
)
def test_a_wrong_setting_is_one_sentence(monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str) -> None:
    monkeypatch.setenv("AIGUILLAGE_" + name, value)
    with pytest.raises(SettingError) as raised:
        read_settings()
    assert str(raised.value).startswith(sentence)
    assert "\n" not in str(raised.value)


def test_every_variable_is_in_the_help_and_on_its_page() -> None:
    help_text = _serve("--help").stdout
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    for name, default, meaning in variables():
        assert meaning, name
        assert f"{name}={default}" in help_text if default else name in help_text
        assert f"| `{name}` | {f'`{default}`' if default else ''} | {meaning} |" in page, name


# ---- a start that fails ----


def _serve(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return _run("from aiguillage.cli import main; main()", "serve", *options, **environment)


EACH = """import sys
from aiguillage.cli import main
*options, databases = sys.argv[1:]
for url in databases.split():
    sys.argv[1:] = [*options, url]
    try:
        main()
    except SystemExit as end:
        print(end.code, file=sys.stderr)"""


def _serve_each(*options: str, databases: list[str]) -> subprocess.CompletedProcess[str]:
    """One start after another in a process, each followed by its status."""
    return _run(EACH, "serve", *options, " ".join(databases))


def _run(program: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb"}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        env=os.environ | plain | environment,
        timeout=PATIENCE,
        check=False,
    )


def test_a_start_that_fails_says_why_in_one_sentence(tmp_path: Path) -> None:
    junk = tmp_path / "junk.sqlite"
    junk.write_text("not a database, but longer than its header would be" * 40)
    newer = tmp_path / "newer.sqlite"
    import sqlite3

    with sqlite3.connect(newer) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    nowhere = f"sqlite:///{tmp_path}/no/such/folder/t.sqlite"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        closed = taken.getsockname()[1]  # bound, not listening: nobody answers
        postgres = f"@127.0.0.1:{closed}/d"
        cases = {
            nowhere: (nowhere, "unable to open database file"),
            f"sqlite:///{junk}": (f"sqlite:///{junk}", "file is not a database"),
            f"sqlite:///{newer}": (f"sqlite:///{newer}", "another version of Aiguillage made it"),
            f"postgresql://u:secret{postgres}": (f"postgresql://u:***{postgres}", "no server answers there"),
        }
        result = _serve_each("--no-browser", "--port", "0", "--database", databases=[*cases, "mysql://x/y"])
    sentences = [f"The database {shown} cannot be opened: {reason}." for shown, reason in cases.values()]
    sentences += ["Database 'mysql' is not known; give a URL that begins with sqlite:/// or postgresql://."]
    assert result.stderr.splitlines() == [line for sentence in sentences for line in (sentence, "2")]
    result = _serve("--no-browser", "--port", "0", AIGUILLAGE_DATA_DIR=str(junk / "x"), AIGUILLAGE_DATABASE_URL="")
    assert result.returncode == 2
    assert result.stderr.splitlines() == [
        f"The data folder {junk / 'x'} cannot be made: not a directory; name another in AIGUILLAGE_DATA_DIR."
    ]


@pytest.mark.parametrize("missing", [True, False])
def test_nothing_goes_on_beside_the_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: bool) -> None:
    """A thread of a database that could not be opened would complain that its loop is gone, in many lines."""
    monkeypatch.setattr("aiosqlite.core.LOG.debug", lambda *_: time.sleep(0.2))  # its thread is slow
    file = tmp_path / ("no/such/folder/t.sqlite" if missing else "junk.sqlite")
    if not missing:
        file.write_text("not a database, but longer than its header would be" * 40)
    before = set(threading.enumerate())
    with pytest.raises(CannotOpen):
        asyncio.run(open_storage(async_url(f"sqlite:///{file}")))
    assert set(threading.enumerate()) == before


def test_a_postgres_that_says_no_is_one_sentence(postgres: str) -> None:
    other = postgres.replace("/postgres?", "/nothing-there?")
    assert other != postgres
    result = _serve("--no-browser", "--port", "0", "--database", other)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert 'cannot be opened: database "nothing-there" does not exist.' in result.stderr


# ---- logs ----


def test_log_lines_for_people_and_for_programs() -> None:
    record = logging.makeLogRecord({"msg": "table stopped", "levelno": logging.ERROR, "levelname": "ERROR"})
    record.table = "abc"
    assert json.loads(JsonLines().format(record)).items() >= {"what": "table stopped", "table": "abc"}.items()
    assert PlainLines().format(record)[8:] == " error: table stopped (table abc)"


@pytest.mark.parametrize(("form", "plain"), [("auto", True), ("json", False)])
def test_a_terminal_gets_lines_for_people(tmp_path: Path, form: str, plain: bool) -> None:
    """The server writes to a real terminal; elsewhere its lines are JSON."""
    theirs, ours = pty.openpty()
    environment = {
        "AIGUILLAGE_DATA_DIR": str(tmp_path),
        "AIGUILLAGE_LOG_FORMAT": form,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "aiguillage.server.web.command", "--no-browser", "--port", "0"],
        env=os.environ | environment,
        stderr=ours,
    )
    os.close(ours)
    text = ""
    while "Ctrl+C" not in text:
        text += os.read(theirs, 4096).decode()
    process.terminate()
    assert process.wait(30) == 0
    os.close(theirs)
    started = next(line for line in text.splitlines() if "started" in line)
    assert started.startswith("{") != plain
    assert ("started (database sqlite)" in started) == plain


def test_settings_do_not_reach_into_tests() -> None:
    assert Settings(database="sqlite:///x").database_url == async_url("sqlite:///x")


# ---- proxies ----


def _addresses(settings: Settings) -> set[str]:
    """Under which addresses the server counted requests that claim to come from elsewhere."""
    with ThreadServer(settings) as server:
        for number in range(3):
            headers = {"x-forwarded-for": f"203.0.113.{number}", "x-forwarded-proto": "https"}
            httpx.get(server.url + "/api/status", headers=headers)
        body = {"game": "paris", "seats": [{"kind": "me", "name": "Ana"}, {"kind": "open"}]}
        answer = httpx.post(server.url + "/api/tables", json=body, headers={"x-forwarded-proto": "https"})
        secure = "secure" in answer.headers["set-cookie"].lower()
        return {*map(str, server.guard.requests._buckets), "secure" if secure else "plain"}


def test_proxies_are_believed_only_if_named(tmp_path: Path) -> None:
    assert _addresses(settings_for(tmp_path)) == {"127.0.0.1", "plain"}
    elsewhere = settings_for(tmp_path, proxies=("10.0.0.0/8",))
    assert _addresses(elsewhere) == {"127.0.0.1", "plain"}
    named = settings_for(tmp_path, proxies=("127.0.0.0/8",))
    assert _addresses(named) == {"203.0.113.0", "203.0.113.1", "203.0.113.2", "127.0.0.1", "secure"}
