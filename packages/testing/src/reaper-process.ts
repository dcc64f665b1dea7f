/* oxlint-disable node/no-process-env -- the environment carries what the processes of a test run share. */
// Starts the servers of a test run, and ends its processes and removes its folder when the run ends. The run ends when
// the pipe at standard input closes, which the kernel does even for a process that is killed.
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { inspect } from "node:util";
import { createTemporaryFolder, stopRecorded } from "@platen/provisioning";
import { z } from "zod";
import { chooseTestServers } from "./test-servers.ts";
import type { ProgramRecord } from "@platen/provisioning";

// testcontainers' reaper, Ryuk, needs an image of its own. This process does its work.
process.env["TESTCONTAINERS_RYUK_DISABLED"] = "true";

const recordSchema = z.object({
  name: z.string(),
  pid: z.int(),
  identity: z.string(),
  stopSignal: z.enum(["SIGTERM", "SIGINT", "SIGQUIT", "SIGKILL"]),
});

const folder = await createTemporaryFolder("platen-test-");
const servers = await chooseTestServers(process.env, (line) => process.stderr.write(`${line}\n`));
const programs: ProgramRecord[] = [];

const server = createServer((request, response) => {
  // A kept connection that ends just when a test file reuses it would fail that file.
  response.setHeader("Connection", "close");
  answer(request.url ?? "", request).then(
    (value) => response.end(JSON.stringify(value)),
    (error: unknown) => response.writeHead(500).end(inspect(error)),
  );
});

async function answer(path: string, body: AsyncIterable<Buffer>): Promise<unknown> {
  switch (path) {
    case "/postgres":
      return servers.postgresUrl();
    case "/redis":
      return servers.redisUrl();
    case "/programs": {
      let text = "";
      for await (const chunk of body) text += chunk.toString();
      programs.push(recordSchema.parse(JSON.parse(text)));
      return null;
    }
    default:
      throw new Error(`the reaper has no answer for ${path}`);
  }
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, folder })}\n`);
});

process.stdin.resume();
process.stdin.once("close", () => void endTestRun());

async function endTestRun(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await Promise.allSettled(programs.toReversed().map((record) => stopRecorded({ ...record, stopSignal: "SIGKILL" })));
  await servers.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}
