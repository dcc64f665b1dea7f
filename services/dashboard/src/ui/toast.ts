import { createStore } from "zustand/vanilla";

/** A button in a message. The page must have another way to do the same, because the message goes away. */
export type ToastAction = { label: string; onClick: () => void };
export type Toast = { id: number; message: string; tone: "done" | "problem"; action?: ToastAction | undefined };

/** Long enough to read the message twice. */
const shownMs = 6_000;
/** Long enough to change one's mind. */
const shownWithActionMs = 20_000;

/** The toasts that are shown. */
export const toasts = createStore<readonly Toast[]>(() => []);
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Briefly says that something is done, if the page itself does not show it. The message needs no reaction. */
export function toast(message: string, action?: ToastAction): void {
  show(message, "done", action);
}

/** Briefly says that something was not done, and why. */
export function toastProblem(message: string): void {
  show(message, "problem");
}

function show(message: string, tone: Toast["tone"], action?: ToastAction): void {
  lastId += 1;
  const id = lastId;
  toasts.setState((shown) => [...shown.slice(-2), { id, message, tone, action }], true);
  timers.set(
    id,
    setTimeout(() => closeToast(id), action ? shownWithActionMs : shownMs),
  );
}

export function closeToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.setState((shown) => shown.filter((each) => each.id !== id), true);
}
