import { Agent, get } from "node:http";
import { once } from "node:events";
import { expect, test } from "@jest/globals";
import { startServer } from "./server.ts";

test("closing waits for running requests but not for connections that clients keep open", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = await startServer(
    (_request, response) => {
      asked.resolve();
      answer.promise.then(() => response.end("done")).catch(() => undefined);
    },
    { host: "127.0.0.1", port: 0 },
  );
  const agent = new Agent({ keepAlive: true });
  const response = once(get({ port: server.port, host: "127.0.0.1", agent }), "response");
  await asked.promise;

  // Longer than the test may take.
  const closed = server.close(3_600_000);
  answer.resolve();
  const [message] = await response;
  expect(message.headers.connection).toBe("close");
  message.resume();
  await closed;
  agent.destroy();
});
