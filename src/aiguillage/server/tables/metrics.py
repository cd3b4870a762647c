"""Figures for Prometheus: how much is going on, how long it takes, what went wrong."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The figures of one server process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.moves = Counter("aiguillage_moves", "Decisions played", ["game", "by"], registry=registry)
        self.messages = Counter("aiguillage_messages", "Messages received", ["type", "answer"], registry=registry)
        self.requests = Counter("aiguillage_requests", "HTTP requests", ["status"], registry=registry)
        self.cut_off = Counter(
            "aiguillage_cut_off", "Connections ended for asking too much", ["why"], registry=registry
        )
        self.passed_on = Counter(
            "aiguillage_passed_on",
            "What was passed on to the process of a table",
            ["what"],
            registry=registry,
        )
        self.conflicts = Counter("aiguillage_conflicts", "Entries whose number another program took", registry=registry)
        self.faults = Counter("aiguillage_faults", "Tables stopped by a fault", registry=registry)
        self.commits = Histogram(
            "aiguillage_commit_seconds",
            "From submitting an entry to its being durable",
            buckets=FAST,
            registry=registry,
        )
        self.replays = Histogram(
            "aiguillage_replay_seconds", "Replaying a table from its log", buckets=FAST, registry=registry
        )
        self.views = Histogram("aiguillage_view_seconds", "Making one reader's view", buckets=FAST, registry=registry)
        self.thinking = Histogram(
            "aiguillage_bot_seconds",
            "A bot's thinking, waiting for a thread included",
            buckets=FAST,
            registry=registry,
        )
        self.hurried = Counter(
            "aiguillage_hurried",
            "Decisions of a quick bot because others kept all threads busy",
            registry=registry,
        )
        self.lag = Gauge("aiguillage_loop_lag_seconds", "How late the event loop is", registry=registry)

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """A figure that is read off when asked for."""
        Gauge(f"aiguillage_{name}", text, registry=self.registry).set_function(value)

    def page(self) -> bytes:
        """All figures in Prometheus' text format."""
        return generate_latest(self.registry)
