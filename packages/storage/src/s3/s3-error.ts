/** A call that the storage has refused or not answered. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  /** The code of the service, such as `AccessDenied`, else `Timeout`, `Unreachable` or `HTTP 502`. */
  readonly code: string;
  /** Whether the same call may succeed soon. */
  readonly isRetryable: boolean;

  constructor(message: string, options: { code: string; isRetryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = options.code;
    this.isRetryable = options.isRetryable;
  }
}

const retryableStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** Their status does not tell it: bytes have changed or came late on their way, another call was first, or a body follows 200. */
const retryableCodes = new Set([
  "BadDigest",
  "IncompleteBody",
  "InternalError",
  "OperationAborted",
  "RequestTimeout",
  "SlowDown",
  "XAmzContentSHA256Mismatch",
]);

/** The text of the first element of this name. */
export const elementOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]{1,1000})</${name}>`).exec(xml)?.[1];

/** Reads the refusal of a service. */
export function toRefusal(call: string, status: number, xml: string): S3Error {
  const code = elementOf(xml, "Code") ?? `HTTP ${status}`;
  const said = elementOf(xml, "Message");
  return new S3Error(`${call} was answered with ${code}${said === undefined ? "" : `: ${said}`}`, {
    code,
    isRetryable: retryableStatuses.has(status) || retryableCodes.has(code),
  });
}

/** Describes a call without an answer. */
export function toSilence(call: string, cause: unknown): S3Error {
  const isLate = typeof cause === "object" && cause !== null && "name" in cause && cause.name === "TimeoutError";
  return new S3Error(isLate ? `${call} got no answer in time` : `${call} lost its connection or got none`, {
    code: isLate ? "Timeout" : "Unreachable",
    isRetryable: true,
    cause,
  });
}
