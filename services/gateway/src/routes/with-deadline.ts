import type { CallContext } from "@platen/http";
import type { Caller } from "../catalog/caller.ts";
import type { Routes } from "./routes.ts";
import { failed, timedOut } from "../generate/outcomes.ts";

/** Callers are promised an answer two seconds after their deadline; the rest is for its way through a busy machine. */
const graceMs = 1_500;

/** Tells how long a request may take, in milliseconds. */
export type DeadlineOf = (context: CallContext<Caller>) => number;

/**
 * Mounts operations that answer in time, whatever the work on a document waits for. The work goes on: it withdraws the
 * job, reports the outcome and releases what the document holds as soon as the servers answer.
 */
export function withDeadline(routes: Routes, deadlineOf: DeadlineOf): Routes {
  return {
    mount(operation, handler) {
      routes.mount(operation, async (request, context) => {
        const late = Promise.withResolvers<never>();
        // Nearly always Redis is what the work waits for; then the document is in the queue or did not get there.
        const giveUp = () => late.reject(failed(timedOut("queue")).problem);
        const timer = setTimeout(giveUp, context.receivedAt + deadlineOf(context) + graceMs - Date.now());
        return Promise.race([handler(request, context), late.promise]).finally(() => clearTimeout(timer));
      });
    },
  };
}
