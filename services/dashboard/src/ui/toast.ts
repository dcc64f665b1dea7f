export type Toast = { id: number; message: string; tone: "done" | "problem" };

/** Long enough to read the message twice. */
const shownMs = 6_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Briefly says that something is done, if the page itself does not show it. The message needs no reaction. */
export function toast(message: string): void {
  show(message, "done");
}

/** Briefly says that something was not done, and why. */
export function toastProblem(message: string): void {
  show(message, "problem");
}

function show(message: string, tone: Toast["tone"]): void {
  lastId += 1;
  const id = lastId;
  change([...toasts.slice(-2), { id, message, tone }]);
  setTimeout(() => change(toasts.filter((shown) => shown.id !== id)), shownMs);
}

/** The store of the shown toasts, for their component. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): readonly Toast[] => toasts,
};
