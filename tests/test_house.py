"""The habits of the project are kept: workflows that name what exists, versions that fit, hooks that run."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PINS = [
    Requirement(line)
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
GROUPS = {
    "package": PROJECT["project"]["dependencies"],
    **PROJECT["project"]["optional-dependencies"],
    **PROJECT["dependency-groups"],
}


def steps(workflow: Any) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job.get("steps", [])]


@pytest.mark.parametrize("file", WORKFLOWS, ids=[file.stem for file in WORKFLOWS])
def test_a_workflow_is_sound(file: Path) -> None:
    text = file.read_text("utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}  # what needs more asks for it in its job
    for job in workflow["jobs"].values():
        if "uses" in job:
            assert (ROOT / job["uses"]).exists()
            assert "workflow_call" in (ROOT / job["uses"]).read_text("utf-8")
    for step in steps(workflow):
        if "uses" in step:
            assert re.fullmatch(r"[\w.-]+/[\w.-]+@v\d+\.\d+\.\d+", step["uses"]), step["uses"]
        for target in re.findall(r"^\s*make ([a-z-]+)$", step.get("run", ""), re.MULTILINE):
            assert target in TARGETS
    assert set(re.findall(r"\w+://([^/\s:]+)", text)) <= {"127.0.0.1"}


def test_there_are_workflows_for_everything() -> None:
    assert {file.stem for file in WORKFLOWS} == {"tests", "package", "container", "docs", "audit", "release"}


@pytest.mark.parametrize("group", GROUPS)
def test_what_is_asked_for_is_locked(group: str) -> None:
    """Every requirement has its version in constraints.txt, and that version is one that it allows."""
    for text in GROUPS[group]:
        wanted = Requirement(text)
        pins = [pin for pin in PINS if canonicalize_name(pin.name) == canonicalize_name(wanted.name)]
        assert pins, f"{wanted.name}: run `make lock`"
        for pin in pins:
            [exact] = pin.specifier
            assert exact.operator == "=="
            assert wanted.specifier.contains(exact.version), f"{pin} is not {wanted}: run `make lock`"


def test_the_lock_is_used_and_names_no_place() -> None:
    assert "--constraint constraints.txt --group dev" in MAKEFILE
    assert not any(pin.url for pin in PINS)
    assert len({(pin.name, str(pin.marker)) for pin in PINS}) == len(PINS) > 50
    asked = set(re.search(r"^GROUPS := (.+)$", MAKEFILE, re.MULTILINE)[1].split())  # type: ignore[index]
    assert asked == set(PROJECT["dependency-groups"])


def test_the_hooks_are_programs_that_we_install() -> None:
    settings = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    entries = [hook["entry"].split() for source in settings["repos"] for hook in source["hooks"]]
    programs = {program.removeprefix(".venv/bin/") for program, *_ in entries if program != "make"}
    targets = {target for program, target, *_ in entries if program == "make"}
    developing = {Requirement(text).name for text in PROJECT["dependency-groups"]["dev"]}
    assert programs
    assert programs <= developing
    assert all(f"\n{target}:" in MAKEFILE for target in targets)


def test_the_targets_are_told() -> None:
    """Whatever a person types is explained to newcomers."""
    told = set(re.findall(r"`make ([a-z-]+)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8")))
    assert told <= TARGETS
    assert TARGETS - told <= {"clean", "web", "test-browser"}


FOLDERS = ("src", "tools", "web/tools", "tests", "bench")
SOURCES = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]
LONGEST = 60


def test_no_function_is_longer_than_a_screen() -> None:
    """eslint.config.js asks the same of the client."""
    long = [
        f"{file.relative_to(ROOT)}: {node.name}"
        for file in [*SOURCES, ROOT / "hatch_build.py", ROOT / "web" / "build.py"]
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= LONGEST
    ]
    assert len(SOURCES) > 450
    assert not long, long
    assert f'"max-lines-per-function": ["error", {{ max: {LONGEST} }}]' in (
        ROOT / "web" / "eslint.config.js"
    ).read_text("utf-8")
