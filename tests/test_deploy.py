"""What is in deploy/ says things that are true: settings that exist, files that parse. Whether the figures that it asks
for are exported is in tests/server/test_watching.py."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from aiguillage.server.tables.settings import variables

DEPLOY = Path(__file__).parents[1] / "deploy"
TEXTS = {path: path.read_text("utf-8") for path in sorted(DEPLOY.rglob("*")) if path.is_file()}


def test_every_variable_is_a_setting() -> None:
    known = {name for name, _, _ in variables()}
    found = {name for text in TEXTS.values() for name in re.findall(r"\bAIGUILLAGE_[A-Z_]+", text)}
    assert len(found) > 5
    assert found <= known


def test_the_dashboard_and_the_alerts_are_complete() -> None:
    dashboard = json.loads(TEXTS[DEPLOY / "grafana" / "dashboard.json"])
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    assert all(panel["title"] and panel["targets"] for panel in dashboard["panels"])
    [group] = yaml.safe_load(TEXTS[DEPLOY / "alerts.yaml"])["groups"]
    for rule in group["rules"]:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["action"]
        assert rule["expr"].count("(") == rule["expr"].count(")")


def test_compose() -> None:
    """Servers run without rights on a file system that they cannot write to; the proxy knows both of them."""
    compose = yaml.safe_load(TEXTS[DEPLOY / "compose.yaml"])
    services = compose["services"]
    servers = [name for name in services if name.startswith("server")]
    caddy = TEXTS[DEPLOY / "Caddyfile"]
    subnet = compose["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert len(servers) == 2
    for name in servers:
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["environment"]["AIGUILLAGE_PROXIES"] == subnet
        assert f"{name}:8000" in caddy
        assert f"{name}:8000" in TEXTS[DEPLOY / "prometheus.yaml"]
    used = {
        volume.partition(":")[0]
        for service in services.values()
        for volume in service.get("volumes", [])
        if not volume.startswith(".")
    }
    assert used == set(compose["volumes"])
    for service in services.values():
        for volume in service.get("volumes", []):
            if volume.startswith("."):
                assert (DEPLOY / volume.partition(":")[0]).exists(), volume
        for other in service.get("depends_on", []):
            assert other in services
    assert caddy.count("{") == caddy.count("}")
    # While PostgreSQL makes its first database it answers at its own socket only, to nobody else.
    assert "--host" in services["database"]["healthcheck"]["test"]


def test_passwords_stay_out_of_the_image() -> None:
    """`.env`, which compose.yaml asks for, lies in what the image is built from."""
    assert "**/.env" in (DEPLOY.parent / ".dockerignore").read_text("utf-8").splitlines()


def test_the_image_runs_as_nobody_in_particular() -> None:
    text = TEXTS[DEPLOY / "Dockerfile"]
    last = text[text.rindex("\nFROM ") :]
    assert "USER 10001" in last
    assert "HEALTHCHECK" in last
    assert "--constraint constraints.txt" in text, "what runs in it is what was tested"
    assert re.search(r'CMD \["serve", "--no-browser"\]', last)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_the_unit_is_understood(tmp_path: Path) -> None:
    unit = tmp_path / "aiguillage.service"
    unit.write_text(TEXTS[DEPLOY / "aiguillage.service"].replace("/opt/aiguillage/bin/aiguillage", "/bin/true"))
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert "aiguillage.service" not in result.stderr, result.stderr


READERS = {
    "docker-compose": ["-f", "compose.yaml", "--profile", "watch", "config", "--quiet"],
    "promtool": ["check", "config", "prometheus.yaml"],
}


@pytest.mark.parametrize("program", READERS)
def test_the_files_are_read_by_the_programs_they_are_for(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"no {program} here")
    monkeypatch.setenv("DOMAIN", "trains.example")
    monkeypatch.setenv("POSTGRES_PASSWORD", "secret")
    command = [program, *READERS[program]]
    result = subprocess.run(command, cwd=DEPLOY, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
