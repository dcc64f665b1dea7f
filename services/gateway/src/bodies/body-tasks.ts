import {
  isProblem,
  publicOperations,
  Problem,
  type Operation,
  type ProblemDetail,
  type ProblemCode,
} from "@platen/contracts";
import { checkRequest, type CheckedRequest, type RequestParts } from "@platen/http/check-request";
import { parseJson } from "@platen/http/parse-json";
import { parseRow, type Row } from "../batches/parse-row.ts";
import { packKeptRequest, type RequestToPack } from "../kept-requests/pack-kept-request.ts";
import { prepareBody } from "./prepare-body.ts";

/** The work that is done on what a caller sent. Its input and its result can pass from one process to another. */
const bodyTasks = {
  /** Parses and checks a request, and prepares a large body for its handler. */
  check({ door, parts }: { door: string; parts: RequestParts }): CheckedRequest {
    const operation = operationAt(door);
    const json = parts.json && parseJson(parts.json);
    const checked = checkRequest(operation, parts, json);
    if (operation.hasLargeBody !== true || !json || checked.body === undefined) return checked;
    return { ...checked, body: prepareBody(operation, { ...checked, json }) };
  },
  /** Parses and checks a long row of a batch. */
  row: ({ line, row }: { line: Uint8Array; row: number }): Row => parseRow(line, row),
  /** Redacts and packs a request that is kept. */
  keep: (request: RequestToPack): string | null => packKeptRequest(request),
};

export type BodyTasks = typeof bodyTasks;
export type BodyTask = {
  [Name in keyof BodyTasks]: { name: Name; input: Parameters<BodyTasks[Name]>[0] };
}[keyof BodyTasks];
export type ResultOf<Name extends keyof BodyTasks> = ReturnType<BodyTasks[Name]>;

/** Names an operation as one kind of caller calls it, to a process that does the work on its requests. */
export function doorOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

const operationsByDoor = new Map(publicOperations().map((operation) => [doorOf(operation), operation]));

function operationAt(door: string): Operation {
  const operation = operationsByDoor.get(door);
  if (!operation) throw new Error(`there is no operation ${door}`);
  return operation;
}

/** Does a task on this thread. */
export function doBodyTask({ name, input }: BodyTask): ResultOf<BodyTask["name"]> {
  // The input is the one of the name; the compiler does not follow it through the table.
  const work = bodyTasks[name] as (given: unknown) => ResultOf<BodyTask["name"]>;
  return work(input);
}

type Thrown =
  | { kind: "problem"; code: ProblemCode; message: string; details: readonly ProblemDetail[] | undefined }
  | { kind: "complex" }
  /** Without the message of the error, which may have the caller's data. */
  | { kind: "error"; name: string; frames: string };

/** What a process answers, with the processor time that the task took in it. */
export type BodyReply = { tookMs: number } & ({ result: unknown } | { thrown: Thrown });

function thrownBy(error: unknown): Thrown {
  if (isProblem(error)) {
    const { code, message, details } = error;
    return { kind: "problem", code, message, details };
  }
  // The language gives up on what is nested or repeated too far.
  if (error instanceof RangeError) return { kind: "complex" };
  const { name, stack = "" } = error instanceof Error ? error : new Error("thrown value");
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return { kind: "error", name, frames: frames.slice(0, 10).join("\n") };
}

/** Does a task in a process of its own, and answers with what it gave or threw. */
export function answerBodyTask(task: BodyTask): BodyReply {
  const startedAt = process.cpuUsage();
  const tookMs = () => {
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / 1_000;
  };
  try {
    const result = doBodyTask(task);
    return { result, tookMs: tookMs() };
  } catch (error) {
    return { thrown: thrownBy(error), tookMs: tookMs() };
  }
}

/** The error that a task threw in its process. */
export function errorOf(thrown: Exclude<Thrown, { kind: "complex" }>): Error {
  if (thrown.kind === "problem") {
    const { code, message, details } = thrown;
    return new Problem(code, { message, ...(details && { details }) });
  }
  const error = new Error("work on a request failed");
  error.name = thrown.name;
  error.stack = `${thrown.name}\n${thrown.frames}`;
  return new Problem("internal", { cause: error });
}
