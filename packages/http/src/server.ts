import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { cutSlowReaders, readingLimits } from "./cut-slow-readers.ts";
import type { IncomingBody, ProgressLimits } from "./incoming-body.ts";
import { limitConnections } from "./limit-connections.ts";
import { serveInTurn } from "./serve-in-turn.ts";
import { answerUnparsableRequests, createRefuseAmbiguous, maxHeaders } from "./unparsable-request.ts";

export type ListenOptions = { host: string; port: number };

export type RunningServer = {
  port: number;
  /** Stops accepting connections, gives running requests `graceMs` to end, then closes the remaining connections. */
  close(graceMs: number): Promise<void>;
};

/** Timeouts for reading a request. Node's defaults are so long that slow senders can hold many sockets. */
export const requestLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  checkIntervalMs: 2_000,
  keepAliveTimeoutMs: 65_000,
  maxConnections: 4_096,
  progress: { windowMs: 10_000, leastBytes: 2_000 },
  progressIntervalMs: 1_000,
};
/**
 * Connections that the kernel holds until this process accepts them; the kernel's own limit (`net.core.somaxconn`) is the
 * same. With Node's default of 511, callers beyond that number would wait a second for a retry whenever many connect
 * while the event loop is blocked.
 */
const backlog = 4_096;

function listening(server: Server, { host, port }: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog }, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** Looks at the bodies that arrive, and refuses those that make too little progress. Returns the function that stops it. */
function checkProgress(
  openBodies: Set<IncomingBody>,
  { progress, progressIntervalMs }: { progress: ProgressLimits; progressIntervalMs: number },
): () => void {
  const check = () => {
    const now = performance.now();
    for (const body of openBodies) {
      if (body.isOpen) body.checkProgress(now, progress);
      else openBodies.delete(body);
    }
  };
  const timer = setInterval(check, progressIntervalMs).unref();
  return () => clearInterval(timer);
}

/** Serves `listener` over HTTP until closed. */
export async function startServer(
  listener: RequestListener,
  options: ListenOptions,
  limits = requestLimits,
): Promise<RunningServer> {
  const answering = new Set<ServerResponse>();
  const refuseAmbiguous = createRefuseAmbiguous();
  let isClosing = false;
  const openBodies = new Set<IncomingBody>();
  const serve: RequestListener = (request, response) => {
    answering.add(response);
    response.once("close", () => answering.delete(response));
    if (isClosing) response.setHeader("Connection", "close");
    if (!refuseAmbiguous(request, response)) listener(request, response);
  };
  const server = createServer({
    requireHostHeader: false,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
  });
  // One more than are served, so that none is dropped unseen.
  server.maxHeadersCount = maxHeaders + 1;
  const turns = serveInTurn(server, { serve, openBodies });
  limitConnections(server, limits.maxConnections, turns);
  answerUnparsableRequests(server, turns);
  const stopChecking = checkProgress(openBodies, limits);
  const stopCutting = cutSlowReaders(answering, readingLimits);
  const port = await listening(server, options);
  return {
    port,
    async close(graceMs) {
      isClosing = true;
      // Otherwise a client keeps its connection open after the answer, and closing waits the whole grace period for it.
      for (const response of answering) if (!response.headersSent) response.setHeader("Connection", "close");
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
      stopCutting();
      stopChecking();
    },
  };
}
