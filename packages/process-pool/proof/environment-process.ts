/* oxlint-disable node/no-process-env -- a process of a pool answers with what it has of the environment. */
import { readFileSync } from "node:fs";
import { serveTasks } from "@platen/process-pool/serve-tasks";

// A process of a pool that answers each task with the names of its variables, and with its rights by the kernel's words.
serveTasks(() => () => ({
  variables: Object.keys(process.env),
  status: process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "",
}));
