import type { TemplateSource } from "../template-source.ts";
import type { SaveFailure } from "./save-failure.ts";

/** What the author asks for: that the source is saved, or that it is published. */
export type Wish = "save" | "publish";

/** Edits are saved by themselves, or only when the author asks for a save. */
export type SavingMode = "automatic" | "asked";

/** The times of the first and the last edit that no save has taken yet. */
type Edits = { first: number; last: number };

/** Where the saving of a source stands. `Saved` is what the server answers. Times are those of one clock, in ms. */
export type SavingState<Saved> = {
  /** The mode of this editor. */
  usual: SavingMode;
  /** The mode now: after a conflict, and while the server refuses the author, only the author can go on. */
  mode: SavingMode;
  isSaving: boolean;
  edits?: Edits | undefined;
  /** The time before which no save begins by itself. */
  earliest: number;
  /** The number of saves in a row that got no answer. */
  failures: number;
  /** Sources that may have reached the server although no answer came back. */
  unanswered: readonly TemplateSource[];
  /** What the author asked for in the last save; undefined if it came by itself. */
  asked?: Wish | undefined;
  /** The error of the last save. */
  error?: unknown;
  /** Why not everything is saved. */
  failure?: SaveFailure | undefined;
  /** What the author asked for that failed; undefined if they asked for nothing, or have read why. */
  wish?: Wish | undefined;
  /** What another member has saved in the meantime. */
  theirs?: Saved | undefined;
};

/** Why a save failed. */
export type SaveProblem =
  /** No answer came, or none that tells whether the server took the source. */
  | { kind: "transient"; message: string; retryAfterMs: number }
  /** `shut`: the server refuses the author, so that it would take no other source either. */
  | { kind: "refused" | "shut"; failure: SaveFailure };

/** Edits are saved when the author pauses for so long. */
const quietMs = 1_500;
/** While the author does not pause, edits are saved after so long. */
const longestMs = 10_000;
/** The least time between two saves; four times as long as the last save took, if that is longer. */
const gapMs = 3_000;
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;
const maxUnanswered = 8;

/** The state of an editor that opens; `restored` are the edits of the last visit. */
export function startSaving<Saved>(usual: SavingMode, restored: TemplateSource | undefined): SavingState<Saved> {
  return {
    usual,
    mode: usual,
    isSaving: false,
    earliest: 0,
    failures: 0,
    unanswered: restored ? [restored] : [],
  };
}

/** When the next save begins by itself; undefined for never. The end of a save plans the next. */
export function dueAt<Saved>({ edits, mode, isSaving, earliest }: SavingState<Saved>): number | undefined {
  if (!edits || mode === "asked" || isSaving) return undefined;
  return Math.max(earliest, Math.min(edits.last + quietMs, edits.first + longestMs));
}

/** Whether a save is under way or the author is asked, so that nothing else may change what the edits are based on. */
export function isBusy<Saved>({ isSaving, mode }: SavingState<Saved>): boolean {
  return isSaving || mode === "asked";
}

/** An automatic save does not take back the words about a save that the author asked for. */
function withFailure<Saved>(state: SavingState<Saved>, failure: SaveFailure | undefined): SavingState<Saved> {
  return { ...state, failure, wish: failure && (state.asked ?? state.wish) };
}

/** The author has edited the source. */
export function edited<Saved>(state: SavingState<Saved>, at: number): SavingState<Saved> {
  return { ...state, edits: { first: state.edits?.first ?? at, last: at } };
}

/** The source is as it was saved: undo takes back what could not be saved, without another save. */
export function unchanged<Saved>(state: SavingState<Saved>): SavingState<Saved> {
  return withFailure<Saved>({ ...state, edits: undefined, failures: 0, mode: state.usual }, undefined);
}

/** The author asks for a save, which ends the waiting for them. */
export function resumed<Saved>(state: SavingState<Saved>): SavingState<Saved> {
  return { ...state, mode: state.usual };
}

/** A save takes all edits so far; with a `wish`, the author asked for it. */
export function taken<Saved>(state: SavingState<Saved>, wish: Wish | undefined): SavingState<Saved> {
  return { ...state, edits: undefined, error: undefined, asked: wish };
}

/** All that is not saved is wrong, so nothing is sent. */
export function withheld<Saved>(state: SavingState<Saved>, mistake: SaveFailure): SavingState<Saved> {
  return withFailure(state, mistake);
}

/** A source leaves for the server. */
export function sent<Saved>(state: SavingState<Saved>, source: TemplateSource): SavingState<Saved> {
  const others = state.unanswered.filter((one) => one !== source);
  return { ...state, unanswered: [...others, source].slice(-maxUnanswered) };
}

type Arrival = {
  startedAt: number;
  at: number;
  /** The mistake in a part of the source that was left out. */
  mistake: SaveFailure | undefined;
};

/** The server took the source. */
export function arrived<Saved>(state: SavingState<Saved>, { startedAt, at, mistake }: Arrival): SavingState<Saved> {
  const earliest = at + Math.max(gapMs, 4 * (at - startedAt));
  const next: SavingState<Saved> = {
    ...state,
    unanswered: [],
    failures: 0,
    mode: state.usual,
    earliest,
    theirs: undefined,
  };
  return withFailure(next, mistake);
}

/** A save of this window arrived earlier, although its answer did not. */
export function foundOwn<Saved>(state: SavingState<Saved>): SavingState<Saved> {
  return withFailure<Saved>({ ...state, unanswered: [], failures: 0, theirs: undefined }, undefined);
}

/** A source was sent, and an error came back. */
export function threw<Saved>(state: SavingState<Saved>, error: unknown): SavingState<Saved> {
  return { ...state, error };
}

type FailedSave = {
  at: number;
  /** The edits that the save had taken. */
  before: Edits | undefined;
  /** The source that was sent; undefined if a reading failed. */
  source: TemplateSource | undefined;
};

/** A save failed, or what the server has could not be read after it. */
export function failed<Saved>(
  state: SavingState<Saved>,
  problem: SaveProblem,
  { at, before, source }: FailedSave,
): SavingState<Saved> {
  if (problem.kind !== "transient") {
    const mode = problem.kind === "shut" ? "asked" : state.usual;
    const unanswered = state.unanswered.filter((one) => one !== source);
    return withFailure({ ...state, mode, unanswered, earliest: at + gapMs }, problem.failure);
  }
  const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** state.failures);
  const earliest = at + Math.max(problem.retryAfterMs, wait);
  const edits = state.edits ?? before ?? { first: at, last: at };
  const failure = { message: problem.message, ...(state.usual === "automatic" ? { isRetried: true as const } : {}) };
  return withFailure({ ...state, failures: state.failures + 1, earliest, edits }, failure);
}

/** Another member has saved: only the author can decide. Where saves wait for the author anyway, the dialog says it. */
export function met<Saved>(state: SavingState<Saved>, theirs: Saved, message: string): SavingState<Saved> {
  const failure = state.usual === "automatic" ? { message } : undefined;
  return { ...state, mode: "asked", theirs, failure, wish: undefined };
}

/** The author has decided about what another member saved, or puts it off. */
export function decided<Saved>(state: SavingState<Saved>): SavingState<Saved> {
  return { ...state, theirs: undefined };
}

/** The network is back, so that a save which got no answer is tried at once. */
export function reconnected<Saved>(state: SavingState<Saved>): SavingState<Saved> {
  return state.failures === 0 ? state : { ...state, earliest: 0 };
}

/** The author has read why a save failed. */
export function failureRead<Saved>(state: SavingState<Saved>): SavingState<Saved> {
  return { ...state, wish: undefined };
}
