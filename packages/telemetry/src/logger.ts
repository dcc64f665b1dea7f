import winston from "winston";
import { createLogSample } from "./log-sample.ts";

export type LogFields = Record<string, string | number | boolean | null | undefined | readonly string[]>;

/** Levels: error = an operator must act now; warn = mended or will be retried; info = the event; debug = local. */
export type Logger = {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  /** Whether to write the line of a request or document that succeeded. Failures are always written. */
  isSampled?(requestId: string): boolean;
};

// Our code builds the fields and takes none from requests; this is a second lock on what must not reach a log.
const secretFields = new Set([
  "authorization",
  "cookie",
  "set-cookie",
  "data",
  "html",
  "css",
  "key",
  "password",
  "grant",
]);

// One step writes the line; winston's own timestamp and json formats together cost twice as much.
const line = winston.format.printf((info) => {
  const fields: Record<string, unknown> = { ...info, timestamp: new Date().toISOString() };
  for (const name of Object.keys(fields)) {
    if (secretFields.has(name.toLowerCase())) fields[name] = "[redacted]";
  }
  return JSON.stringify(fields);
});

/**
 * Creates the service's logger: JSON lines on standard output, each with the service's name and the time. Of requests and
 * documents that succeed, one of `successSample` gets its line.
 */
export function createLogger(options: { service: string; level: string; successSample?: number }): Logger {
  const logger = winston.createLogger({
    level: options.level,
    defaultMeta: { service: options.service },
    format: line,
    transports: [new winston.transports.Console({ stderrLevels: [] })],
  });
  return Object.assign(logger, { isSampled: createLogSample(options.successSample ?? 1) });
}

/** Describes a thrown value for a log line: names, messages and stacks down the chain of causes. */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorName: typeof error, errorMessage: "The thrown value is not an Error." };
  const messages: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && messages.length < 5; cause = cause.cause) {
    messages.push(cause.message);
  }
  return { errorName: error.name, errorMessage: messages.join(" <- "), errorStack: error.stack };
}
