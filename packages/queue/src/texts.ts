/** What is made of a caller's data for the queue. It needs no server, so that a process without any can do it. */
export { packBackgroundInput } from "./background-input.ts";
export { queuedBytesOf, toQueuedData, toQueuedText, type InlineSource, type QueuedData } from "./jobs.ts";
