/** Makes a caller's data into texts for the queue. That needs no server, so that a process without any can do it. */
export { packBackgroundInput } from "./background-input.ts";
export { queuedBytesOf } from "./jobs.ts";
