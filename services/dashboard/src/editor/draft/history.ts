import type { TemplateSource } from "../template-source.ts";
import { isSameSource } from "./is-same-source.ts";

/** What edits are a part of: those of one name join while they follow each other closely, those of one symbol always. */
export type EditStep = string | symbol;

type Step = { source: TemplateSource; /** Roughly the characters that only this step keeps in memory. */ size: number };

/** The history that all views share: past sources, the present one, and those that were undone. */
export type History = {
  past: readonly Step[];
  present: TemplateSource;
  future: readonly Step[];
  /** The last edit and its time; undefined if later edits must not join it. */
  edit: { step: EditStep; at: number } | undefined;
};

/** A longer pause between two edits of one step separates them. */
const pauseMs = 700;
const mostSteps = 500;
/** A limit of about 80 MB of text; large sources therefore keep fewer steps. */
const mostCharacters = 40_000_000;

export function startHistory(source: TemplateSource): History {
  return { past: [], present: source, future: [], edit: undefined };
}

function differentCharacters(one: TemplateSource, other: TemplateSource): number {
  const ofStrings = (["html", "css"] as const).reduce(
    (sum, part) => sum + (one[part] === other[part] ? 0 : one[part].length),
    0,
  );
  const { header = "", footer = "" } = one.settings;
  const ofSettings = one.settings === other.settings ? 0 : header.length + footer.length;
  const ofData = one.dataSets.reduce(
    (sum, set, index) => (set === other.dataSets[index] ? sum : sum + set.json.length),
    0,
  );
  return ofStrings + ofSettings + ofData;
}

function withinLimits(steps: readonly Step[]): readonly Step[] {
  let sum = 0;
  const first = steps.findLastIndex(({ size }, index) => {
    sum += size;
    return sum > mostCharacters || steps.length - index > mostSteps;
  });
  return first === -1 ? steps : steps.slice(first + 1);
}

/**
 * Adds an edit to the history. An edit with the last edit's `step` joins it, if it follows soon after. Joined edits that
 * lead back to where they began leave no step.
 */
export function edit(
  history: History,
  changes: Partial<TemplateSource>,
  step: EditStep | undefined,
  now: number,
): History {
  const { past, present, edit: last } = history;
  const next = { ...present, ...changes };
  if (isSameSource(next, present)) return history;
  const isSoon = typeof step === "symbol" || (last !== undefined && now - last.at < pauseMs);
  const joins = step !== undefined && last?.step === step && isSoon;
  const began = joins ? past.at(-1)?.source : undefined;
  if (began && isSameSource(next, began))
    return { past: past.slice(0, -1), present: began, future: [], edit: undefined };
  const before = { source: present, size: differentCharacters(present, next) };
  return {
    past: joins ? past : withinLimits([...past, before]),
    present: next,
    future: [],
    edit: step === undefined ? undefined : { step, at: now },
  };
}

export function undo({ past, present, future, ...rest }: History): History {
  const last = past.at(-1);
  if (!last) return { past, present, future, ...rest };
  return {
    past: past.slice(0, -1),
    present: last.source,
    future: [{ source: present, size: last.size }, ...future],
    edit: undefined,
  };
}

export function redo({ past, present, future, ...rest }: History): History {
  const [next, ...later] = future;
  if (!next) return { past, present, future, ...rest };
  return {
    past: [...past, { source: present, size: next.size }],
    present: next.source,
    future: later,
    edit: undefined,
  };
}
