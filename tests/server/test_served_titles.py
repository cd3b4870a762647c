"""A server that was given a folder of titles tells its pages of them, and lets them be played."""

from pathlib import Path

import httpx
import pytest
from people import ThreadServer, settings_for

from aiguillage.server.tables.page_board import net_file
from aiguillage.server.web import pages
from aiguillage.titles import VARIABLE, file_of, titles

TOY = Path(__file__).parents[1] / "titles"


def test_a_server_is_given_titles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    (tmp_path / "index.html").write_text("<head></head>")
    (tmp_path / "service.js").write_text('KEPT = OURS + "1"; FILES = ["./"]')
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    try:
        with (
            ThreadServer(settings_for(tmp_path, titles=str(TOY))) as server,
            httpx.Client(base_url=server.url, headers={"origin": server.url}) as client,
        ):
            assert "Les Îles" in client.get("/").text
            assert "titles/islands/facts.json" in client.get("/service.js").text
            assert client.get("/titles/islands/poster.svg").headers["content-type"] == "image/svg+xml"
            assert client.get("/titles/islands/facts.json").json()["seats"] == [2, 2]
            assert client.get("/titles/islands/title.toml").status_code == 404
            network = client.get(f"/titles/paris/{net_file('paris')}")
            assert network.content == file_of("paris", "net.npz").read_bytes()
            assert "immutable" in network.headers["cache-control"]
            assert client.get("/titles/paris/net-000000000000.npz").status_code == 404
            assert "islands" in {board["game"] for board in client.get("/api/catalogue").json()["games"]}
            wish = {
                "game": "islands",
                "seats": [{"kind": "me", "name": "Noa"}, {"kind": "bot"}],
                "start": True,
            }
            assert client.post("/api/tables", json=wish).json()["table"]["board_name"] == "Islands"
    finally:
        monkeypatch.undo()
        titles.cache_clear()
