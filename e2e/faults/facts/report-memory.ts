import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Loaded into a service ahead of its own code (`node --import`). At SIGUSR2 it collects garbage and reports the memory that
// is still in use. Without that, the memory of a process depends on the time of its last collection.

setFlagsFromString("--expose-gc");
// Keeps the code that has not run for a while: dropping it would hide what documents leave behind.
setFlagsFromString("--no-flush-bytecode");
const collectGarbage: unknown = runInNewContext("gc");
if (typeof collectGarbage !== "function")
  throw new Error("This Node.js does not support garbage collection on demand.");

// The heap keeps up to twenty megabytes for new objects, and only a collection of this flavor returns them each time.
const options = { type: "major", execution: "sync", flavor: "last-resort" };

process.on("SIGUSR2", () => {
  collectGarbage(options);
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ message: "memory in use", heapUsed, external, rss })}\n`);
});
