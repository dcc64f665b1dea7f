import { AsyncLocalStorage } from "node:async_hooks";
import type { LogFields } from "./logger.ts";

const storage = new AsyncLocalStorage<LogFields>();

/** The event of the running request or job: code adds fields on the way, and the event is logged once, at its end. */
export const event = {
  /** Adds fields to the running event; does nothing when no event runs. */
  add(fields: LogFields): void {
    const current = storage.getStore();
    if (current) Object.assign(current, fields);
  },
  /** Runs `work` with `fields` as its event, which later `add` calls fill. */
  run<T>(fields: LogFields, work: () => T): T {
    return storage.run(fields, work);
  },
};
