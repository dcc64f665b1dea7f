/* oxlint-disable node/no-process-env -- what a test run shares is handed on in the environment. */
// Keeps what a test run needs and removes it when the run ends, however that happens: it lives as long as the pipe at
// its standard input, which the kernel closes even for a process that is killed.
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { inspect } from "node:util";
import { createTemporaryFolder, stopRecorded } from "@platen/provisioning";
import { z } from "zod";
import { chooseTestServers } from "./test-servers.ts";
import type { ProgramRecord } from "@platen/provisioning";

// testcontainers' own cleaner is one more image to fetch; this process does its work.
process.env["TESTCONTAINERS_RYUK_DISABLED"] = "true";

const recordSchema = z.object({
  name: z.string(),
  pid: z.int(),
  identity: z.string(),
  stopSignal: z.enum(["SIGTERM", "SIGINT", "SIGQUIT", "SIGKILL"]),
});

const folder = await createTemporaryFolder("platen-test-");
const servers = await chooseTestServers(folder, process.env, (line) => process.stderr.write(`${line}\n`));
const programs: ProgramRecord[] = [];

const server = createServer((request, response) => {
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
      throw new Error(`nothing is kept at ${path}`);
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
