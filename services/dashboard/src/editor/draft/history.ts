import type { TemplateSource } from "../editor-context.ts";
import { isSameSource } from "./is-same-source.ts";

type Step = { source: TemplateSource; /** Characters that only this step keeps in memory, about. */ size: number };

/** One history for all views: what the source was before, is, and was before it was undone. */
export type History = {
  past: readonly Step[];
  present: TemplateSource;
  future: readonly Step[];
  /** What the last edit was and when; undefined when nothing may be added to it. */
  edit: { step: string; at: number } | undefined;
};

/** Edits of one step further apart than this are two steps to undo. */
const pauseMs = 700;
const mostSteps = 500;
/** Large sources keep fewer steps: about 80 MB of text. */
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

function withinBounds(steps: readonly Step[]): readonly Step[] {
  let sum = 0;
  const first = steps.findLastIndex(({ size }, index) => {
    sum += size;
    return sum > mostCharacters || steps.length - index > mostSteps;
  });
  return first === -1 ? steps : steps.slice(first + 1);
}

/** The history with one more edit; with a `step` like the last one's and soon after it, the edit joins that step. */
export function edit(history: History, part: Partial<TemplateSource>, step: string | undefined, now: number): History {
  const { past, present, edit: last } = history;
  const next = { ...present, ...part };
  if (isSameSource(next, present)) return history;
  const joins = step !== undefined && last?.step === step && now - last.at < pauseMs;
  const done = { source: present, size: differentCharacters(present, next) };
  return {
    past: joins ? past : withinBounds([...past, done]),
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
