import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Loaded into a service ahead of its own code (`node --import`): at SIGUSR2 it collects garbage and writes what memory
// is left in use. At any other moment the memory of a process says more of when that was done last.

setFlagsFromString("--expose-gc");
// Code that has not run for a while would be dropped, and make up for what stays of documents.
setFlagsFromString("--no-flush-bytecode");
const collectGarbage: unknown = runInNewContext("gc");
if (typeof collectGarbage !== "function") throw new Error("this Node.js does not collect garbage when asked to");

// The heap also keeps room for new objects, up to twenty megabytes, and by its own lights gives it back or not: only the
// last resort does so each time.
const options = { type: "major", execution: "sync", flavor: "last-resort" };

process.on("SIGUSR2", () => {
  collectGarbage(options);
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ message: "memory in use", heapUsed, external, rss })}\n`);
});
