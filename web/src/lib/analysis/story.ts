/** What decided a game, in three sentences: the turning points, and where there are fewer, how it began and ended. */
import { list } from "../i18n";
import type { TurningPoint } from "../protocol/messages";
import { sayAct } from "../table/speech";
import type { TableModel } from "../table/model.svelte";
import type { AnalysisRun } from "./run.svelte";
import { percent, say } from "./words";

const SENTENCES = 3;

/** A sentence, and the decision that it tells of. */
export interface Told {
  text: string;
  at: number | null;
}

export function storyOf({ head, summary, decisions }: AnalysisRun, model: TableModel): Told[] {
  if (!head || !summary) return [];
  const told: Told[] = summary.turning_points.map((turn) => ({ text: sayTurn(turn, model), at: turn.number }));
  const add = (text: string) => ({ text, at: null });
  if (!told.length) told.push(add(say("story.none")));
  if (told.length < SENTENCES) told.push(add(sayEnd(head.totals, head.winners, model)));
  if (told.length < SENTENCES)
    told.unshift(
      add(
        sayDeal(
          decisions[0]!.open.map(({ win }) => win[0]!),
          model,
        ),
      ),
    );
  return told;
}

function sayTurn({ number: n, by, seat, act, cause, before, after }: TurningPoint, model: TableModel): string {
  return say(after > before ? "story.rises" : "story.falls", {
    n,
    who: model.nameOf(by),
    what: sayAct(act, model, (what, params) => say(`does.${what}`, params)),
    luck: cause === "chance" ? say("story.luck") : "",
    chance: seat === by ? say("story.own") : say("story.theirs", { whose: model.nameOf(seat) }),
    before: percent(before),
    after: percent(after),
  });
}

function sayDeal(dealt: number[], model: TableModel): string {
  const chance = Math.max(...dealt);
  return say("story.dealt", { who: model.nameOf(dealt.indexOf(chance)), chance: percent(chance) });
}

function sayEnd(totals: number[], winners: number[], model: TableModel): string {
  const points = say("chart.points", { n: totals[winners[0]!]! });
  return say("story.won", { who: list(winners.map((seat) => model.nameOf(seat))), many: winners.length, points });
}
