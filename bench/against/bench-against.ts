import type { BenchContext } from "../bench-context.ts";
import { describeMachine } from "../measure/report-results.ts";
import type { Report } from "../report/report.ts";
import { UserError } from "../user-error.ts";
import { checkOut, describeWorkingTree, findCommit } from "./checkout.ts";
import { loads, type Load, type Measures } from "./loads.ts";
import { comparePairs, cpuOf, measurePairs, pairTable, sides, type Pair, type Side } from "./pairs.ts";
import { startRelease, type Release } from "./start-release.ts";

/** Rounds before those that count: Node.js compiles code while it runs, mostly for the first document. */
const warmUps = { first: 3, others: 1 };
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
      await measurePairs(measure, {
        rounds: results.length === 0 ? warmUps.first : warmUps.others,
        onPair: (pair) => throwFailure(pair, names),
      });
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
    throw new UserError(`The revision is missing: npm run bench -- against REV [${names.join("|")}]`);
  }
  const [first] = rest;
  const hasName = first !== undefined && !first.startsWith("-");
  const loadName = hasName ? first : "generate";
  const read = loads.get(loadName);
  if (read === undefined) throw new UserError(`There is no load "${loadName}". The loads are: ${names.join(", ")}`);
  return { revision, loadName, load: read(hasName ? rest.slice(1) : rest) };
}

/** Ends a run before its first figure if a side makes nothing. A server that has just started may refuse some. */
function throwFailure(pair: Pair, names: Readonly<Record<Side, string>>): void {
  for (const side of sides) {
    const [failure] = pair[side].failures;
    if (failure !== undefined && !(pair[side].perSecond > 0))
      throw new Error(`${names[side]} made nothing: ${failure}`);
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
    "A ratio is the median of the rounds' ratios. Above 1, the new side has more. Where 1.000 lies in the 95 %, no difference shows.",
    ...(rounds < enoughRounds ? [`${rounds} rounds show that everything works. A figure needs ${enoughRounds}.`] : []),
  ];
}
