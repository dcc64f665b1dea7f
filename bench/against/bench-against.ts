import type { BenchContext } from "../bench-context.ts";
import { describeMachine } from "../measure/report-results.ts";
import type { Report } from "../report/report.ts";
import { checkOut, describeWorkingTree, findCommit } from "./checkout.ts";
import { loads, type Load, type Measures } from "./loads.ts";
import {
  comparePairs,
  cpuOf,
  measurePairs,
  pairTable,
  sides,
  type Measurement,
  type Pair,
  type Side,
} from "./pairs.ts";
import { startRelease, type Release } from "./start-release.ts";

/** Most rounds before those that count. Node.js compiles code while it runs. */
const warmUps = 5;
const steady = 0.05;
const enoughRounds = 10;

/** Compares the working tree with another revision under the same load, in pairs of measurements. */
export async function benchAgainst({ rootFolder, say, args }: BenchContext): Promise<Report> {
  const { revision, loadName, load } = readCommand(args);
  const commit = await findCommit(rootFolder, revision);
  const names = { old: commit.slice(0, 8), new: `now (${await describeWorkingTree(rootFolder)})` };
  const folders = { old: await checkOut(rootFolder, commit), new: rootFolder };
  const running: Release[] = [];
  const start = async (side: Side): Promise<Measures> => {
    say(`starting ${names[side]}`);
    const release = await startRelease(names[side], folders[side], load);
    running.push(release);
    return load.prepare(release);
  };
  try {
    const measures = { old: await start("old"), new: await start("new") };
    const machine = describeMachine(`${loadName}, ${load.rounds} rounds, the same Chromium for both`);
    say(machine);
    const results: { title: string; pairs: Pair[] }[] = [];
    for (const title of measures.old.keys()) {
      const measure = async (side: Side) => {
        const measured = await measures[side].get(title)?.();
        if (measured === undefined) throw new Error(`nothing measures ${title} of ${names[side]}`);
        return measured;
      };
      await warmUp(measure, names);
      const onPair = (pair: Pair, round: number) =>
        say(`  ${round + 1}/${load.rounds} ${title}: ${describePair(pair)}`);
      results.push({ title, pairs: await measurePairs(measure, { rounds: load.rounds, onPair }) });
    }
    return {
      machine,
      tables: results.map(({ title, pairs }) => pairTable(pairs, { title, unit: load.unit, names })),
      notes: notesOn(load),
      figures: results.map(({ title, pairs }) => ({
        name: `${title}: CPU ms of a ${load.unit} relative to ${names.old}`,
        values: comparePairs(pairs, cpuOf).ratios,
      })),
      failures: results.flatMap(({ title, pairs }) =>
        pairs.flatMap((pair) =>
          sides.flatMap((side) => pair[side].failures.map((failure) => `${title}, ${names[side]}: ${failure}`)),
        ),
      ),
    };
  } finally {
    await Promise.allSettled(running.map((release) => release.stop()));
  }
}

function readCommand([revision, ...rest]: string[]): { revision: string; loadName: string; load: Load } {
  const names = [...loads.keys()];
  if (revision === undefined || revision.startsWith("-")) {
    throw new Error(`The revision is missing: npm run bench -- against REV [${names.join("|")}]`);
  }
  const [first] = rest;
  const hasName = first !== undefined && !first.startsWith("-");
  const loadName = hasName ? first : "generate";
  const read = loads.get(loadName);
  if (read === undefined) throw new Error(`There is no load "${loadName}". The loads are: ${names.join(", ")}`);
  return { revision, loadName, load: read(hasName ? rest.slice(1) : rest) };
}

/** Lets both sides work until the processor time of a document is steady, or for some rounds. */
async function warmUp(
  measure: (side: Side) => Promise<Measurement>,
  names: Readonly<Record<Side, string>>,
): Promise<void> {
  for (const side of sides) {
    let before = Number.NaN;
    for (let round = 0; round < warmUps; round += 1) {
      const measured = await measure(side);
      const [failure] = measured.failures;
      if (failure !== undefined) throw new Error(`${names[side]} fails: ${failure}`);
      const last = cpuOf(measured);
      if (Math.abs(last / before - 1) < steady) break;
      before = last;
    }
  }
}

function describePair(pair: Pair): string {
  const [old, current] = sides.map(
    (side) => `${pair[side].perSecond.toFixed(1)}/s, CPU ${cpuOf(pair[side]).toFixed(2)} ms`,
  );
  return `${old}; now ${current}: ${(cpuOf(pair.new) / cpuOf(pair.old)).toFixed(3)}`;
}

function notesOn({ rounds }: Load): string[] {
  return [
    "A ratio is the median of the pairs' ratios, with their range. Above 1 the new side has more of it.",
    ...(rounds < enoughRounds ? [`${rounds} rounds show that everything works. A figure needs ${enoughRounds}.`] : []),
  ];
}
