"""What deploy/ asks Prometheus and Grafana to watch is on a server's page of figures, by these names and labels."""

import asyncio
import json
import random
import re
from pathlib import Path

import httpx
import pytest
import yaml
from people import Person, ThreadServer, play_out
from prometheus_client.parser import text_string_to_metric_families

DEPLOY = Path(__file__).parents[2] / "deploy"
OWN_LABELS = {"job", "instance"}  # which Prometheus adds
ME, BOT = {"kind": "me", "name": "Ana"}, {"kind": "bot", "bot": "random"}


def questions() -> list[str]:
    """Every expression of the dashboard and the alerts."""
    dashboard = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text("utf-8"))
    [group] = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"]
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return asked + [rule["expr"] for rule in group["rules"]]


@pytest.fixture(scope="module")
def figures(server: ThreadServer) -> dict[str, set[str]]:
    """The names on the page, each with its labels, once somebody has played and been refused."""

    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, BOT], start=True)
            async with ana.sit(table) as place:
                assert (await place.act("nonsense"))["type"] == "error"
                await play_out([place], random.Random(1))

    asyncio.run(work())
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(httpx.get(server.url + "/metrics").text):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def test_there_is_something_to_ask() -> None:
    assert len(questions()) > 15


@pytest.mark.parametrize("question", questions())
def test_every_figure_is_exported(question: str, figures: dict[str, set[str]]) -> None:
    names = set(re.findall(r"\baiguillage_[a-z_]+", question))
    assert names or question.startswith("up{")
    assert names <= set(figures), names - set(figures)
    labels = {word for part in re.findall(r"by \(([^)]*)\)", question) for word in part.split(", ")}
    labels |= set(re.findall(r'(\w+)(?:=~|!=|=)"', question))
    known = set().union(*(figures[name] for name in names), OWN_LABELS)
    assert labels <= known, labels - known
