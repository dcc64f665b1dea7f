import type { IncomingMessage } from "node:http";
import { Problem } from "@platen/contracts";

/**
 * A body may come in so many pieces of any size. Beyond that its pieces have at least so many bytes, on average: fewer
 * than a row in a chunk of its own, because a read may end within a chunk.
 */
const freePieces = 256;
const leastBytesPerPiece = 24;
/** Smaller pieces are joined: each would take some 450 bytes of memory, whatever its size. */
const largePieceBytes = 1_024;
/** How much of a body that has no reader yet is taken from its connection. */
const maxUnreadBytes = 16 * 1024;

/** The time in which so many bytes of a body must come, unless the server does not take them. */
export type ProgressLimits = { windowMs: number; leastBytes: number };

const bodies = new WeakMap<object, IncomingBody>();

/**
 * The problem that ended a body before its sender did: its reader sees a body that ends early, and must not take it for
 * the whole.
 */
export function refusalOfBody(request: object): Problem | undefined {
  return bodies.get(request)?.refusal;
}

/** Whether the head of a request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * The body of a request on its way from the parser to its reader. The parser makes a piece of each chunk and of each read
 * of the connection; here they become few and large, so that memory follows the bytes that came, however they came.
 */
export class IncomingBody {
  refusal: Problem | undefined;
  receivedBytes: number;
  readonly #request: IncomingMessage;
  readonly #pass: (piece: Uint8Array | null) => boolean;
  #pieces = 0;
  #small: Uint8Array[] = [];
  #smallBytes = 0;
  #isEnded = false;
  #window = { startedAt: performance.now(), bytes: 0 };

  /** Takes over a body before its reader has begun. */
  constructor(request: IncomingMessage) {
    this.#request = request;
    this.receivedBytes = request.readableLength;
    this.#pass = request.push.bind(request);
    // A property of the request itself: Express replaces the request's prototype.
    request.push = (piece: Uint8Array | null) => this.#receive(piece);
    bodies.set(request, this);
  }

  /** Whether more bytes may come. */
  get isOpen(): boolean {
    return !this.#isEnded && !this.#request.destroyed;
  }

  /** Whether its pieces are so large that many bytes make few of them. */
  get hasLargePieces(): boolean {
    return this.#pieces > 0 && this.receivedBytes >= this.#pieces * largePieceBytes;
  }

  /** Passes on the small pieces that have come. The caller of the parser calls it after each step. */
  flush(): void {
    if (this.#smallBytes === 0 || this.#isEnded) return;
    const [first] = this.#small;
    const joined = this.#small.length === 1 && first ? first : Buffer.concat(this.#small, this.#smallBytes);
    this.#small = [];
    this.#smallBytes = 0;
    this.#pass(joined);
  }

  /** Refuses a body that makes too little progress although the server takes it. */
  checkProgress(now: number, { windowMs, leastBytes }: ProgressLimits): void {
    const isTaken = !this.#request.socket.isPaused() && this.#request.readableLength === 0;
    if (isTaken && now - this.#window.startedAt < windowMs) return;
    if (isTaken && this.receivedBytes - this.#window.bytes < leastBytes) {
      const message = `The body arrives too slowly: fewer than ${leastBytes.toLocaleString("en")} bytes came in ${windowMs / 1_000} seconds.`;
      this.#refuse(new Problem("request.invalid", { message }));
    }
    this.#window = { startedAt: now, bytes: this.receivedBytes };
  }

  #receive(piece: Uint8Array | null): boolean {
    if (this.#isEnded) return false;
    if (piece === null) {
      this.flush();
      this.#isEnded = true;
      return this.#pass(null);
    }
    this.#pieces += 1;
    this.receivedBytes += piece.byteLength;
    if (this.#pieces > freePieces && this.receivedBytes < this.#pieces * leastBytesPerPiece) {
      const message = `The body arrives in more than ${freePieces.toLocaleString("en")} pieces of fewer than ${leastBytesPerPiece} bytes on average. Send larger pieces.`;
      this.#refuse(new Problem("request.invalid", { message }));
      return false;
    }
    if (piece.byteLength >= largePieceBytes) {
      this.flush();
      return this.#pass(piece) && this.#hasRoom();
    }
    this.#small.push(piece);
    this.#smallBytes += piece.byteLength;
    return this.#hasRoom();
  }

  #hasRoom(): boolean {
    const { readableLength, readableFlowing, readableHighWaterMark } = this.#request;
    const maxBytes = readableFlowing === null ? maxUnreadBytes : readableHighWaterMark;
    return readableLength + this.#smallBytes < maxBytes;
  }

  #refuse(problem: Problem): void {
    if (!this.isOpen) return;
    this.refusal = problem;
    this.#small = [];
    this.#smallBytes = 0;
    this.#isEnded = true;
    // Node would destroy the connection of a body that ends without being complete, and its sender would get no answer.
    this.#request.complete = true;
    this.#pass(null);
  }
}
