/* oxlint-disable node/no-process-env -- a process of a pool answers with what it has of the environment. */
import { serveTasks } from "@platen/process-pool/serve-tasks";

// A process of a pool that answers each task with the names of its variables.
serveTasks(() => () => Object.keys(process.env));
