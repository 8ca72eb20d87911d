"""The sample alerts and the dashboard use only metrics that the bot has, and use all of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import aiohttp
import promql_parser
import yaml
from prometheus_client.samples import Sample

from tests.loopback.table import Table
from tests.loopback.test_metrics import Asked
from tests.patience import PATIENCE

CONTRIB = Path(__file__).parents[2] / "contrib"

IN_GRAFANA = {"$__rate_interval": "5m", "$job": "damier"}
"""The values that Grafana puts in place of its variables."""

OF_PROMETHEUS = {"up"}
"""Metrics that Prometheus itself makes about its targets."""

OF_TARGETS = {"job", "instance"}
"""Labels that Prometheus adds to the metrics of its targets."""

ALERTED = {
    "damier_backup_last_success_timestamp_seconds",
    "damier_backup_succeeded",
    "damier_board_seconds",
    "damier_build_info",
    "damier_database_failures_total",
    "damier_database_free_bytes",
    "damier_log_lines_total",
    "damier_outbox",
    "damier_rate_limits_total",
    "damier_standing_by",
}
"""Metrics for which there must be an alert."""


def alerts() -> list[str]:
    rules = yaml.safe_load((CONTRIB / "alerts.yaml").read_text(encoding="utf-8"))
    return [rule["expr"] for group in rules["groups"] for rule in group["rules"]]


def panels() -> list[str]:
    board = json.loads((CONTRIB / "dashboard.json").read_text(encoding="utf-8"))
    found = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    for variable, value in IN_GRAFANA.items():
        found = [expression.replace(variable, value) for expression in found]
    return found


def selectors(expression: str) -> list[promql_parser.VectorSelector]:
    """Return the selectors of a PromQL expression. Raises ValueError if it is invalid."""
    found = []

    def visit(part: promql_parser.Expr) -> None:
        if isinstance(part, promql_parser.VectorSelector):
            found.append(part)
        elif isinstance(part, promql_parser.MatrixSelector):
            found.append(part.vector_selector)

    promql_parser.walk(promql_parser.parse(expression), visit)
    return found


def fits(matcher: promql_parser.Matcher, sample: Sample) -> bool:
    """Return whether a sample's label has the value that a matcher asks for."""
    if matcher.name in OF_TARGETS:
        return True
    pattern = (
        re.escape(matcher.value) if matcher.op == promql_parser.MatchOp.Equal else matcher.value
    )
    return re.fullmatch(pattern, sample.labels.get(matcher.name, "")) is not None


def family(name: str) -> str:
    """Return a metric's name without the suffix of a histogram's or counter's sample."""
    return re.sub("_(bucket|sum|count|created)$", "", name)


async def test_what_alerts_and_dashboard_ask_is_there_and_nothing_is_forgotten(
    table: Table,
) -> None:
    await table.start(METRICS_PORT="0", BACKUP_DIR=str(table.database.parent / "backups"))
    await table.discord.until(lambda: "backup file=" in table.bot.log)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as client:
        samples = await Asked(table, client).samples()
    asked = [one for expression in alerts() + panels() for one in selectors(expression)]
    for selector in asked:
        assert selector.name in OF_PROMETHEUS or any(
            sample.name == selector.name
            and all(fits(matcher, sample) for matcher in selector.matchers.matchers)
            for sample in samples
        ), str(selector)
    named = {family(str(selector.name)) for selector in asked}
    ours = {family(sample.name) for sample in samples if sample.name.startswith("damier_")}
    assert ours <= named


def test_what_is_worth_an_alert_has_one() -> None:
    asked = [family(str(one.name)) for expression in alerts() for one in selectors(expression)]
    assert set(asked) >= ALERTED


def test_every_alert_says_what_it_is() -> None:
    rules = yaml.safe_load((CONTRIB / "alerts.yaml").read_text(encoding="utf-8"))
    for rule in (rule for group in rules["groups"] for rule in group["rules"]):
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in {"critical", "warning"}
        assert rule["annotations"]["summary"].endswith(".")
        if "for" in rule:
            promql_parser.parse_duration(rule["for"])


def test_the_panels_of_the_dashboard_lie_side_by_side() -> None:
    panels = json.loads((CONTRIB / "dashboard.json").read_text(encoding="utf-8"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken
        assert place["x"] + place["w"] <= 24
        taken |= cells
