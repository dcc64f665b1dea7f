import { createId, Problem, type ErrorEnvelope } from "@platen/contracts";
import { closeAfterAnswer, closeLingering } from "./close-after-answer.ts";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { maxHeaderSize, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Turns } from "./serve-in-turn.ts";

type Answered = { problem: Problem; headers: Record<string, string>; body: string };

function answerTo(problem: Problem): Answered {
  const requestId = createId("request");
  const envelope: ErrorEnvelope = {
    success: false,
    error: { code: problem.code, message: problem.message, requestId },
  };
  const body = JSON.stringify(envelope);
  return {
    problem,
    body,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(Buffer.byteLength(body)),
      "X-Request-Id": requestId,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      Connection: "close",
    },
  };
}

function writeTo(socket: Duplex, { problem, headers, body }: Answered): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}\r\n${lines.join("")}\r\n${body}`);
  closeLingering(socket);
}

/** The problem for an error of Node's HTTP parser. The parser's own message can quote the request, so it stays here. */
function problemOf(error: Error & { code?: unknown }): Problem {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem("request.invalid", {
        message: `The headers exceed the limit of ${maxHeaderSize.toLocaleString("en")} bytes.`,
      });
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new Problem("request.too_large", { message: "The chunk extensions exceed the size limit." });
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Problem("request.invalid", { message: "The request did not arrive within the time limit." });
    default:
      return new Problem("request.invalid", { message: "The request is not well-formed HTTP/1.1." });
  }
}

/**
 * Answers unparsable requests and CONNECT in the envelope, then closes the connection. Node alone would answer them with
 * an empty body or not at all.
 */
export function answerUnparsableRequests(server: Server, turns: Turns): void {
  server.on("clientError", (error, socket) => {
    const { request, response } = turns.underWay(socket) ?? {};
    const isAnswering = response !== undefined && response.headersSent && !response.writableFinished;
    // Browsers open connections in advance. They would take an unrequested answer for the answer to their next request.
    const hasRequest = !(socket instanceof Socket) || socket.bytesRead > 0;
    // The mistake follows a request that is whole. Its answer would be taken for that of the request.
    if (socket.writable && request?.complete && !response?.writableFinished) {
      turns.stopAfterAnswer(socket);
      return;
    }
    turns.stop(socket);
    // A second answer in the middle of the first would look like a part of the first.
    if (!socket.writable || isAnswering || !hasRequest) socket.destroy();
    else writeTo(socket, answerTo(problemOf(error)));
  });
  server.on("connect", (_request, socket) => {
    turns.stop(socket);
    writeTo(socket, answerTo(new Problem("method.not_allowed", { message: "This server does not support CONNECT." })));
  });
}

/**
 * The maximum number of headers. Node drops those beyond its own maximum without a word, and a header of a few bytes takes
 * ten times its size in memory.
 */
export const maxHeaders = 128;

/** Finds a request that Node's parser accepts but a proxy in front may read differently than this server does. */
function ambiguityOf({ rawHeaders, headers, httpVersion, httpVersionMajor }: IncomingMessage): string | undefined {
  if (httpVersionMajor !== 1) return "The request is not well-formed HTTP/1.1.";
  if (rawHeaders.length > 2 * maxHeaders) return `The request has more than ${maxHeaders} headers.`;
  const counts = { host: 0, authorization: 0 };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    if (name === "host" || name === "authorization") counts[name] += 1;
  }
  if (counts.host === 0 && httpVersion === "1.1") return "The request has no Host header.";
  if (counts.host > 1) return "The request has more than one Host header.";
  if (counts.authorization > 1) return "The request has more than one Authorization header. Send one.";
  // RFC 9112, 6.1: its framing is faulty, because HTTP/1.0 has no chunks.
  if (httpVersion === "1.0" && "transfer-encoding" in headers) return "HTTP/1.0 has no `Transfer-Encoding`.";
  const encoding = headers["transfer-encoding"]?.toLowerCase() ?? "chunked";
  return encoding === "chunked" ? undefined : "`Transfer-Encoding` must be `chunked` or absent.";
}

/**
 * Creates the check of a request's head. It answers an ambiguous request with a problem, ignores everything that follows
 * on the same connection, and returns whether it has refused the request.
 */
export function createRefuseAmbiguous(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const refused = new WeakSet<Socket>();
  return (request, response) => {
    // Before the connection closes, the parser may find further requests in the data that has already arrived.
    if (refused.has(request.socket)) return true;
    const message = ambiguityOf(request);
    if (message === undefined) return false;
    refused.add(request.socket);
    const { problem, headers, body } = answerTo(new Problem("request.invalid", { message }));
    closeAfterAnswer(request, response);
    response.writeHead(problem.status, headers).end(body);
    return true;
  };
}
