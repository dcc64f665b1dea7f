import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { closeAfterAnswer, closeLingering } from "./close-after-answer.ts";
import { continueWhenRead } from "./continue-when-read.ts";
import { hasBody, IncomingBody } from "./incoming-body.ts";

/** What the parser gets in one step while it may find heads of requests, and while the end of a body is not known. */
const headStepBytes = 1_024;
const bodyStepBytes = { ofSmallPieces: 1_024, ofLargePieces: 16_384 };
const endOfHead = Buffer.from("\r\n\r\n");
/** While the server does not read a connection, its bytes may come in so many pieces of fewer than so many bytes. */
const maxUnreadPieces = 1_000;
const leastBytesPerPiece = 32;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Requests of a connection, of which one is under way at a time. */
export type Turns = {
  /** The request that is under way on a connection. */
  underWay(socket: Duplex): Exchange | undefined;
  /** Whether a connection has brought a request. */
  hasBegun(socket: Duplex): boolean;
  /** Takes no further request from a connection, and ignores what comes on it. */
  stop(socket: Duplex): void;
  /** The same, and closes the connection when the answer under way has ended. */
  stopAfterAnswer(socket: Duplex): void;
};

/**
 * The bytes of one connection on their way to Node's parser. Node would give all that it reads, up to 64 KiB at a time, to
 * the parser, and begin all requests in it at once. Here the parser gets a step, and gets no more while a request whose
 * body has come waits for its answer. So a connection holds the bytes of a read and the few requests of a step.
 */
class Connection {
  readonly #socket: Socket;
  readonly #parse: (bytes: Uint8Array) => void;
  readonly #serve: RequestListener;
  readonly #openBodies: Set<IncomingBody>;
  #rest: Buffer | undefined;
  #underWay: Exchange | undefined;
  #waiting: Exchange[] = [];
  #last: { request: IncomingMessage; body: IncomingBody | undefined } | undefined;
  #hasPaused = false;
  #isStopped = false;

  constructor(socket: Socket, { serve, openBodies }: { serve: RequestListener; openBodies: Set<IncomingBody> }) {
    this.#socket = socket;
    this.#serve = serve;
    this.#openBodies = openBodies;
    const [parse] = socket.listeners("data");
    if (!parse) throw new Error("Node's parser does not listen to the connection");
    this.#parse = (bytes) => void Reflect.apply(parse, socket, [bytes]);
    // A second listener makes Node read the connection as a stream; then the parser gets only what this one gives to it.
    socket.on("data", (bytes: Buffer) => this.#receive(bytes));
    socket.off("data", parse as () => void);
    socket.on("resume", () => this.#feed());
    this.#boundUnreadPieces();
  }

  get underWay(): Exchange | undefined {
    return this.#underWay;
  }

  get hasBegun(): boolean {
    return this.#last !== undefined;
  }

  begin(exchange: Exchange): void {
    this.#last = { request: exchange.request, body: undefined };
    if (this.#underWay) this.#waiting.push(exchange);
    else this.#serveNow(exchange);
  }

  stop(): void {
    this.#isStopped = true;
    this.#rest = undefined;
    this.#waiting = [];
  }

  stopAfterAnswer(): void {
    const exchange = this.#underWay;
    this.stop();
    if (!exchange) return;
    const { request, response } = exchange;
    if (response.headersSent) response.once("finish", () => closeLingering(this.#socket));
    else closeAfterAnswer(request, response);
  }

  #serveNow(exchange: Exchange): void {
    this.#underWay = exchange;
    exchange.response.once("close", () => this.#next());
    this.#serve(exchange.request, exchange.response);
  }

  #next(): void {
    this.#underWay = undefined;
    if (this.#socket.destroyed || this.#socket.writableEnded) this.stop();
    // Other connections come between two requests of one.
    else if (this.#waiting.length > 0 || this.#rest || this.#hasPaused) setImmediate(() => this.#continue());
  }

  #continue(): void {
    if (this.#isStopped || this.#socket.destroyed) return;
    if (!this.#underWay) {
      const exchange = this.#waiting.shift();
      if (exchange) this.#serveNow(exchange);
    }
    if (!this.#mayFeed()) return;
    if (this.#hasPaused) {
      this.#hasPaused = false;
      this.#socket.resume();
    }
    this.#feed();
  }

  #receive(bytes: Buffer): void {
    if (this.#isStopped) return;
    this.#rest = this.#rest ? Buffer.concat([this.#rest, bytes]) : bytes;
    this.#feed();
  }

  #feed(): void {
    while (this.#rest && this.#mayFeed() && !this.#socket.isPaused()) {
      const step = this.#rest.subarray(0, this.#stepBytes(this.#rest));
      this.#rest = step.byteLength < this.#rest.byteLength ? this.#rest.subarray(step.byteLength) : undefined;
      this.#parse(step);
      this.#takeCareOfBody();
    }
    // Node itself pauses a connection whose reader or receiver is behind, and resumes it.
    if (!this.#rest || this.#mayFeed() || this.#socket.isPaused()) return;
    this.#hasPaused = true;
    this.#socket.pause();
  }

  /** Most bodies come at once. Only the others, and those in chunks, are worth the time that this costs. */
  #takeCareOfBody(): void {
    const last = this.#last;
    if (!last || last.request.complete || !hasBody(last.request)) return;
    if (this.#rest && last.request.headers["content-length"] !== undefined) return;
    last.body ??= new IncomingBody(last.request);
    last.body.flush();
    if (last.body.isOpen) this.#openBodies.add(last.body);
  }

  #mayFeed(): boolean {
    if (this.#isStopped || this.#socket.destroyed || this.#waiting.length > 0) return false;
    return !this.#underWay || !this.#underWay.request.complete;
  }

  #stepBytes(rest: Buffer): number {
    const { request, body } = this.#last ?? {};
    if (!request || request.complete) {
      if (rest.byteLength <= headStepBytes) return headStepBytes;
      // So that what comes of the body is one piece.
      const end = rest.subarray(0, headStepBytes).indexOf(endOfHead);
      return end === -1 ? headStepBytes : end + endOfHead.byteLength;
    }
    const announced = request.headers["content-length"];
    // Node drops the body of a request that was answered without reading it.
    if (announced === undefined || request !== this.#underWay?.request)
      return body?.hasLargePieces === true ? bodyStepBytes.ofLargePieces : bodyStepBytes.ofSmallPieces;
    // Before the first turn of the event loop after the head, all that came of the body is unread.
    return Math.max(1, Number(announced) - (body?.receivedBytes ?? request.readableLength));
  }

  /** Node keeps each read of a connection that is not read on as a piece of its own. */
  #boundUnreadPieces(): void {
    const socket = this.#socket;
    const pass = socket.push.bind(socket);
    let pieces = 0;
    let bytes = 0;
    socket.push = (piece: Uint8Array | null) => {
      if (piece === null || socket.readableFlowing === true) {
        pieces = 0;
        bytes = 0;
        return pass(piece);
      }
      pieces += 1;
      bytes += piece.byteLength;
      if (pieces <= maxUnreadPieces || bytes >= pieces * leastBytesPerPiece) return pass(piece);
      socket.destroy();
      return false;
    };
  }
}

/**
 * Serves the requests of a server so that each connection has one under way. Those that a caller sends ahead wait, mostly
 * unread, and are answered in their order. `openBodies` gets each body that does not come at once.
 */
export function serveInTurn(server: Server, options: { serve: RequestListener; openBodies: Set<IncomingBody> }): Turns {
  const connections = new WeakMap<Duplex, Connection>();
  server.on("connection", (socket) => connections.set(socket, new Connection(socket, options)));
  const begin: RequestListener = (request, response) => connections.get(request.socket)?.begin({ request, response });
  server.on("request", begin);
  server.on("checkContinue", (request, response) => {
    continueWhenRead(request, response);
    begin(request, response);
  });
  // Without a listener Node answers an unknown `Expect` with a bare 417.
  server.on("checkExpectation", begin);
  return {
    underWay: (socket) => connections.get(socket)?.underWay,
    hasBegun: (socket) => connections.get(socket)?.hasBegun === true,
    stop: (socket) => connections.get(socket)?.stop(),
    stopAfterAnswer: (socket) => connections.get(socket)?.stopAfterAnswer(),
  };
}
