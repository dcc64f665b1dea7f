/* oxlint-disable node/no-process-env -- the search path says where the programs are. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createId } from "@platen/contracts";
import { documentedCode, freePort, isProof, onlyIf, waitFor } from "@platen/testing";
import { signWebhook } from "./sign-webhook.ts";

/** The receivers of docs/webhooks.md, how to run them, and what fails where a tool is missing. */
const receivers = [
  { name: "Node.js", language: "js", file: "receiver.mjs", run: [process.execPath], needs: [process.execPath, "-v"] },
  { name: "Express", language: "js", file: "receiver.mjs", run: [process.execPath], needs: [process.execPath, "-v"] },
  {
    name: "Flask",
    language: "python",
    file: "receiver.py",
    run: ["python3"],
    needs: ["python3", "-c", "import flask"],
  },
  { name: "Go", language: "go", file: "receiver.go", run: ["go", "run"], needs: ["go", "version"], isSlow: true },
  { name: "Java", language: "java", file: "Receiver.java", run: ["java"], needs: ["java", "--version"], isSlow: true },
  {
    name: "PHP",
    language: "php",
    file: "receiver.php",
    run: ["php", "-S", "127.0.0.1:3000"],
    needs: ["php", "--version"],
  },
].map(({ needs: [program = "", ...args], isSlow = false, ...receiver }) => {
  // Compilers take seconds of a processor.
  return { ...receiver, isRun: (isProof || !isSlow) && spawnSync(program, args).status === 0 };
});

const secret = `whsec_${randomBytes(24).toString("base64")}`;
const otherSecret = `whsec_${randomBytes(24).toString("base64")}`;
const body = JSON.stringify({
  type: "document.completed",
  timestamp: "2026-11-23T10:20:00.123Z",
  data: {
    deliveryId: createId("delivery"),
    document: {
      documentId: createId("document"),
      status: "completed",
      reference: "Größe 3 €",
      metadata: null,
      pageCount: 2,
      sizeBytes: 28_231,
      sha256: "a".repeat(64),
      failure: null,
      createdAt: "2026-11-23T10:19:59.000Z",
      finishedAt: "2026-11-23T10:20:00.123Z",
    },
  },
});
const urls = new Map<string, string>();
const running: ChildProcess[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-receivers-"));
  // Has Express and the client, which the gateway uses too.
  await symlink(resolve(import.meta.dirname, "../../../gateway/node_modules"), join(folder, "node_modules"));
  await Promise.all(receivers.filter(({ isRun }) => isRun).map(start));
}, 120_000);

afterAll(async () => {
  for (const { pid = 0 } of running) process.kill(-pid, "SIGKILL");
  await rm(folder, { recursive: true });
});

async function start({ name, language, file, run: [program = "", ...args] }: (typeof receivers)[number]) {
  const port = await freePort();
  const cwd = await mkdtemp(join(folder, "receiver-"));
  const atPort = (text: string) => text.replaceAll("3000", String(port));
  await writeFile(join(cwd, file), atPort(documentedCode("docs/webhooks.md", name, language)));
  const receiver = spawn(program, [...args.map(atPort), file], {
    cwd,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: "ignore",
    detached: true,
  });
  running.push(receiver);
  urls.set(name, `http://127.0.0.1:${port}/`);
  await waitFor(async () => (await send(name, "", {})) === 400, { timeoutMs: 60_000, describe: `${name} to answer` });
}

async function send(name: string, sent: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(urls.get(name) ?? "", { method: "POST", body: sent, headers })).status;
}

describe.each(receivers)("the receiver in $name that the docs show", ({ name, isRun }) => {
  const whereItRuns = onlyIf(isRun);
  const signed = (secrets: string[], sent = body, at = Date.now()) =>
    signWebhook({ id: "dlv_1", body: sent }, secrets, at);

  whereItRuns(test)("takes a message of Platen, also while two secrets sign", async () => {
    expect(await send(name, body, signed([secret]))).toBe(204);
    expect(await send(name, body, signed([otherSecret, secret]))).toBe(204);
  });

  whereItRuns(test)(
    "refuses a changed message, another secret, an old message, and one without a signature",
    async () => {
      expect(await send(name, body.replace(",", ", "), signed([secret]))).toBe(400);
      expect(await send(name, body, signed([otherSecret]))).toBe(400);
      expect(await send(name, body, signed([secret], body, Date.now() - 600_000))).toBe(400);
      expect(await send(name, body, { "content-type": "application/json" })).toBe(400);
    },
  );
});
