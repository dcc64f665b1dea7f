/* oxlint-disable node/no-process-env -- the search path says where the programs are. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { documentedCode, onlyIf } from "@platen/testing";
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

type Answer = (response: ServerResponse) => unknown;

/** The programs of docs/retries.md. */
const programs = [
  { name: "JavaScript", language: "js", file: "invoice.mjs", command: process.execPath },
  { name: "Python", language: "python", file: "invoice.py", command: "python3" },
].map((program) => ({ ...program, isRun: spawnSync(program.command, ["--version"]).status === 0 }));

const answers: Answer[] = [];
const asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  request.resume().on("end", () => answers.shift()?.(response));
});
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-retries-"));
  // Has the client.
  await symlink(resolve(import.meta.dirname, "node_modules"), join(folder, "node_modules"));
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const pdf: Answer = (response) => response.setHeader("content-type", "application/pdf").end("%PDF");
const breaks: Answer = (response) => response.destroy();
const problem =
  (status: number, code: string): Answer =>
  (response) => {
    const error = { code, message: "No.", requestId: "req_1" };
    response.writeHead(status, { "content-type": "application/json", "retry-after": "0" });
    response.end(JSON.stringify({ success: false, error }));
  };

describe.each(programs)("the program in $name that the docs show", ({ name, language, file, command, isRun }) => {
  const whereItRuns = onlyIf(isRun);

  /** Runs it against a server that gives these answers. Tells how it ended, and with which keys it asked. */
  async function run(...script: Answer[]) {
    answers.splice(0, answers.length, ...script);
    asked.length = 0;
    await writeFile(join(folder, file), documentedCode("docs/retries.md", name, language));
    const { port } = server.address() as AddressInfo;
    const env = { ...process.env, PLATEN_URL: `http://127.0.0.1:${port}`, API_KEY: "plt_1", TEMPLATE_ID: "tpl_1" };
    const failed = await new Promise<boolean>((ended) => {
      execFile(command, [join(folder, file)], { cwd: folder, env }, (error) => ended(error !== null));
    });
    return { failed, keys: asked.map(({ headers }) => headers["idempotency-key"]), left: answers.length };
  }

  whereItRuns(test)("repeats what may pass, with one key, until it has the PDF", async () => {
    const passing = [problem(429, "project.busy"), breaks, problem(409, "idempotency.in_progress")];
    const { failed, keys, left } = await run(...passing, problem(503, "queue.full"), pdf);
    expect([failed, left, keys.length]).toEqual([false, 0, 5]);
    expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/./)]);
    expect(await readFile(join(folder, "invoice.pdf"), "utf8")).toBe("%PDF");
  });

  whereItRuns(test)("stops at what will not pass, and after five tries", async () => {
    expect(await run(problem(422, "document.data_invalid"), pdf)).toMatchObject({ failed: true, left: 1 });
    expect(await run(problem(409, "document.cancelled"), pdf)).toMatchObject({ failed: true, left: 1 });
    const six = Array.from({ length: 6 }, () => problem(503, "queue.full"));
    expect(await run(...six)).toMatchObject({ failed: true, left: 1 });
  });
});
