import { Problem } from "@platen/contracts";

/** The problem of a request whose caller waits no longer. */
export function callerHungUp(): Problem {
  return new Problem("dependency.unavailable", { message: "The caller hung up." });
}
