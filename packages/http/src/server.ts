import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { cutSlowReaders, readingLimits } from "./cut-slow-readers.ts";
import { answerUnparsableRequests, createRefuseAmbiguous } from "./unparsable-request.ts";

export type ListenOptions = { host: string; port: number };

export type RunningServer = {
  port: number;
  /** Stops taking connections, lets running requests end for `graceMs`, then closes what is left. */
  close(graceMs: number): Promise<void>;
};

/** Time limits on reading a request; Node's own are long enough to let slow senders hold many sockets. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const checkIntervalMs = 2_000;
const keepAliveTimeoutMs = 65_000;
/**
 * Connections that the kernel holds until this process takes them; its own limit (`net.core.somaxconn`) is as much. Of a
 * crowd that comes while the event loop is held up, those beyond Node's 511 would have to try again after a second.
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

/** Serves `listener` over HTTP until closed. */
export async function startServer(listener: RequestListener, options: ListenOptions): Promise<RunningServer> {
  const answering = new Set<ServerResponse>();
  const refuseAmbiguous = createRefuseAmbiguous();
  let isClosing = false;
  const serve: RequestListener = (request, response) => {
    answering.add(response);
    response.once("close", () => answering.delete(response));
    if (isClosing) response.setHeader("Connection", "close");
    if (!refuseAmbiguous(request, response)) listener(request, response);
  };
  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
    serve,
  );
  // Without a listener Node answers an `Expect` it does not know with a bare 417.
  server.on("checkExpectation", serve);
  answerUnparsableRequests(server);
  const endWatch = cutSlowReaders(answering, readingLimits);
  const port = await listening(server, options);
  return {
    port,
    async close(graceMs) {
      isClosing = true;
      // Else a client's connection stays open after its answer, and closing waits for it to the end of its grace.
      for (const response of answering) if (!response.headersSent) response.setHeader("Connection", "close");
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
      endWatch();
    },
  };
}
