const unavailableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "53300", // too many connections
  "57014", // the statement took too long
  "57P01", // the server is shutting down
  "57P02",
  "57P03", // the server is starting up
]);

/** The client library's own errors have no code, only these messages. */
const unavailableMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error)/;

const uniqueViolation = "23505";

/** Unwraps the driver's error from TypeORM's. */
function driverError(error: unknown): unknown {
  return error instanceof Error && "driverError" in error ? error.driverError : error;
}

function fieldOf(error: unknown, name: "code" | "constraint"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
}

/** Tells whether the database could not be reached or did not answer in time. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = driverError(error);
  const code = fieldOf(cause, "code");
  if (code !== undefined && (unavailableCodes.has(code) || /^08...$/.test(code))) return true;
  return cause instanceof Error && unavailableMessages.test(cause.message);
}

/** Tells whether a statement failed because it would have broken the named unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = driverError(error);
  return fieldOf(cause, "code") === uniqueViolation && fieldOf(cause, "constraint") === constraint;
}
