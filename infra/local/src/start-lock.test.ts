import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { processIdentity } from "@platen/provisioning";
import { takeStartLock } from "./start-lock.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-lock-"));
  file = join(folder, "start.lock");
});

afterEach(() => rm(folder, { recursive: true }));

test("the second to ask is told who holds the lock, and gets it after its release", () => {
  const first = takeStartLock(file);
  expect(takeStartLock(file)).toEqual({ heldBy: process.pid });
  if (!("release" in first)) throw new Error("the first did not get the lock");
  first.release();
  expect(takeStartLock(file)).toHaveProperty("release");
});

test("a holder that was killed holds nothing", async () => {
  const holder = spawn("sleep", ["60"]);
  const identity = processIdentity(holder.pid ?? 0);
  await writeFile(file, JSON.stringify({ pid: holder.pid, identity }));
  expect(takeStartLock(file)).toEqual({ heldBy: holder.pid });
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(takeStartLock(file)).toHaveProperty("release");
});

test.each([
  ["another process that got its number", JSON.stringify({ pid: process.pid, identity: "started some other time" })],
  ["a file cut short", '{"pid":'],
])("%s holds nothing", async (_, content) => {
  await writeFile(file, content);
  expect(takeStartLock(file)).toHaveProperty("release");
});
