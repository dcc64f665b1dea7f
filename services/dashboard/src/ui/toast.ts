export type Toast = { id: number; message: string };

/** Long enough to be read twice. */
const shownMs = 6_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says shortly what was done, where the page itself does not show it. Nothing has to be done about it. */
export function toast(message: string): void {
  lastId += 1;
  const id = lastId;
  change([...toasts.slice(-2), { id, message }]);
  setTimeout(() => change(toasts.filter((shown) => shown.id !== id)), shownMs);
}

/** What is to be seen of it, for the component that shows it. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): readonly Toast[] => toasts,
};
