export type Toast = { id: number; message: string };

/** Long enough to read the message twice. */
const shownMs = 6_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Briefly shows a message that the page itself does not show. It needs no reaction. */
export function toast(message: string): void {
  lastId += 1;
  const id = lastId;
  change([...toasts.slice(-2), { id, message }]);
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
