import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "@jest/globals";
import { firstFreePort, freePort, isPortFree } from "./index.ts";

test.each(["127.0.0.1", "0.0.0.0", "::"])("a port that something listens on at %s is passed over", async (address) => {
  const port = await freePort();
  const server = createServer().listen(port, address);
  await once(server, "listening");
  expect(await isPortFree(port)).toBe(false);
  expect(await firstFreePort(port)).toBeGreaterThan(port);
  server.close();
});
