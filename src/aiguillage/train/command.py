"""The command `train`."""

import json
import time
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from aiguillage.errors import MissingExtra
from aiguillage.seen.layout import NEWEST

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(
    game: Annotated[str, typer.Argument(help="A title, or a board file of your own.")],
    seconds: Annotated[float, typer.Option(help="How long, everything included.")] = 1200,
    out: Annotated[Path | None, typer.Option(help="The training file; the network goes beside it as .npz.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on from a training file.")] = None,
    players: Annotated[str, typer.Option(help="Numbers of players, like 2,4 or 2:3,4:1; all alike.")] = "",
    imitate: Annotated[float, typer.Option(help="Seconds for imitating; -1: a third, nothing after --resume.")] = -1,
    teacher: Annotated[str, typer.Option(help="The bot to imitate.")] = "planner",
    against: Annotated[str, typer.Option(help="The bots to measure against, like planner,random.")] = "planner",
    measure_games: Annotated[
        int, typer.Option(help="Games of each measurement; the last has four times as many; 0: none.")
    ] = 256,
    measure_every: Annotated[float, typer.Option(help="Seconds between measurements.")] = 120,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda: where the network learns.")] = "auto",
    env: Annotated[str, typer.Option(help="auto, cpu or cuda: where the games are played.")] = "auto",
    threads: Annotated[int, typer.Option(help="Threads; 0: one per core.")] = 0,
    games: Annotated[int, typer.Option(help="Games at once; 0: as many as suit the device.")] = 0,
    steps: Annotated[int, typer.Option(help="Decisions of each game in a round.")] = 96,
    minibatch: Annotated[int, typer.Option(help="Decisions to learn from at once; 0: what suits the device.")] = 0,
    width: Annotated[int, typer.Option(help="Width of the network.")] = 512,
    blocks: Annotated[int, typer.Option(help="Blocks of the network.")] = 3,
    inner: Annotated[int, typer.Option(help="Width inside a block; 0: as wide as 2 MB and 2 ms allow.")] = 0,
    layout: Annotated[int, typer.Option(help="Version of the observations.")] = NEWEST,
    rate: Annotated[float, typer.Option(help="Learning rate of self-play at the beginning.")] = 3e-4,
    last_rate: Annotated[float, typer.Option(help="Learning rate of self-play at the end.")] = 1e-5,
    old_share: Annotated[float, typer.Option(help="Share of the games against earlier selves.")] = 0.25,
    sparring: Annotated[
        float, typer.Option(help="Share of the games in which the teacher has all other seats.")
    ] = 0.25,
    entropy: Annotated[float, typer.Option(help="What variety is worth at the beginning.")] = 0.003,
    seed: Annotated[int, typer.Option(help="Where the chance comes from.")] = 0,
    only_measure: Annotated[
        bool, typer.Option("--only-measure", help="Learn nothing: measure what --resume brings.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print every line as JSON.")] = False,
) -> None:
    """Train a network: it imitates a bot, then plays against itself."""
    given = {name: value for name, value in locals().items() if name != "as_json"}
    began = time.monotonic()
    try:
        from aiguillage.train.training import Plan, train
    except ImportError as error:
        if error.name != "torch":
            raise
        raise MissingExtra("PyTorch", "train") from error
    given["seconds"] = seconds - (time.monotonic() - began)
    given["out"] = out or Path(f"{Path(game).stem}.pt")
    given["against"] = tuple(against.split(","))
    train(Plan(**given), partial(tell, as_json))


def tell(as_json: bool, /, **facts: object) -> None:
    """Print a line of facts."""
    told = json.dumps(facts) if as_json else "  ".join(f"{key} {value}" for key, value in facts.items())
    print(told, flush=True)
