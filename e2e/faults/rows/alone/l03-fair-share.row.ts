import { setTimeout as delay } from "node:timers/promises";
import { askSteadily, countStatuses, createCaller, keepAsking, type Answer } from "../../load/caller.ts";
import { documentsOf, documentsPerSecond, quantile, timesOf } from "../../load/times.ts";
import { faultRow } from "../../runner/fault-row.ts";

/** The quiet projects pause several times during the flood, because the speed of a machine changes. */
const turns = 5;
const turnMs = 2_500;
/** The time of the quiet projects alone, before the flood and after it. */
const quietMs = 5_000;
/** The time until all documents of the flood wait. */
const risingMs = 2_000;

/** A few pages, so that the quiet projects take a small part of even a slow machine. */
const html = "{{marker}}<table>{{#rows}}<tr><td>{{.}}</td><td>Widget, large</td><td>12.50</td></tr>{{/rows}}</table>";
const data = { rows: Array.from({ length: 250 }, (_, row) => row) };

faultRow("L3", "One project floods, others ask once a second", async (figures, stage) => {
  const platen = await stage.startPlaten({
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" }, worker: { RENDER_CONCURRENCY: "2" } },
  });
  const asking = async (name: string) => {
    const caller = await createCaller(platen, name, html);
    return (number: number) => caller.ask(`${name} ${number}`, { data });
  };
  const flooding = await asking("Flooding");
  const quiet = [await asking("Quiet"), await asking("Also quiet"), await asking("Quiet too")];
  await Promise.all([flooding, ...quiet].map((ask) => keepAsking(1, 2_000, ask)));

  /** Each quiet project asks once a second, at different moments. */
  async function askQuietly(ms: number): Promise<Answer[]> {
    const answers = quiet.map(async (ask, index) => {
      await delay((1_000 * index) / quiet.length);
      const load = askSteadily(1, ask);
      await delay(ms - 1_000);
      return load.stop();
    });
    return (await Promise.all(answers)).flat();
  }

  const alone = await askQuietly(quietMs);
  const flood = keepAsking(200, risingMs + 2 * turns * turnMs, flooding);
  await delay(risingMs);
  const beside: Answer[] = [];
  const ends = [performance.now()];
  for (let turn = 0; turn < turns; turn += 1) {
    await delay(turnMs);
    ends.push(performance.now());
    beside.push(...(await askQuietly(turnMs)));
    ends.push(performance.now());
  }
  const flooded = documentsOf(await flood);
  alone.push(...(await askQuietly(quietMs)));

  /** The mean rate of the flooding project, in the turns alone or in those beside the others. */
  const rate = (first: 0 | 1) => {
    const rates = ends.slice(1).map((end, turn) => documentsPerSecond(flooded, ends[turn] ?? 0, end));
    return rates.filter((_, turn) => turn % 2 === first).reduce((sum, one) => sum + one, 0) / turns;
  };
  const render = quantile(
    flooded.map(({ renderMs }) => renderMs),
    0.95,
  );
  const medians = [alone, beside].map((answers) => quantile(timesOf(answers), 0.5).toFixed(0)).join(" and ");
  const what = "median time of the quiet projects, alone and beside the flood";
  figures.isTrue(what, true, `${medians} ms (render ${render.toFixed(0)} ms)`);
  figures.exactly("the quiet projects' answers", countStatuses(beside), `200: ${beside.length}`);
  figures.atMost(
    `p95 of their ${beside.length} documents (bar: twice the p95 alone, and one render)`,
    quantile(timesOf(beside), 0.95),
    2 * quantile(timesOf(alone), 0.95) + render,
    "ms",
  );
  figures.atLeast("the flooding project's rate, of its rate alone", (100 * rate(1)) / rate(0), 80, "%");
});
