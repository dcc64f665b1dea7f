/* oxlint-disable node/no-process-env -- the scripts run the programs of this machine. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { operations } from "@platen/contracts";
import {
  createSecretsKey,
  findPrograms,
  freePort,
  inheritedEnvironment,
  withConnection,
  withDatabaseName,
} from "@platen/provisioning";
import { isRunning, runService, waitFor, type RunningService } from "@platen/testing";
import { signIn } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import { metric } from "../facts/metric.ts";
import { askFor, askSteadily, countStatuses, type Answer } from "../load/caller.ts";
import { startWebhookReceiver } from "../load/webhook-receiver.ts";
import { faultRow } from "../runner/fault-row.ts";

const run = promisify(execFile);
const scripts = resolve(import.meta.dirname, "../../../infra/backup");
const perSecond = 8;
/** Answers under load before the backup, and between it and the loss. */
const answersEach = 40;
const waitingDocuments = 20;
/** Longer than the load, the loss and the restore take: until then they wait. */
const waitingMs = 60_000;

const isKept = ({ pdf }: Answer) => pdf !== undefined;
const errorsAmong = (answers: readonly Answer[]) => countStatuses(answers.filter(({ code }) => code)) || "none";
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

faultRow(
  "K6",
  "A backup made under load is restored after database, files and processes are lost, and Redis is not",
  async (figures, stage) => {
    const platen = await stage.startPlaten({ workers: 1 });
    const { catalog, courier, gateway, workers } = platen.processes;
    const folder = await mkdtemp(join(tmpdir(), "platen-restore-"));
    stage.onEnd(() => rm(folder, { recursive: true, force: true }));
    const files = fileURLToPath(catalog.env["STORAGE_URL"] ?? "");
    const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
    const projectId = await createProject(session, "Restored");
    const templateId = await publishTemplate(session, projectId, { name: "Letter", html: "<p>{{marker}}</p>" });
    const { client, key } = await createKey(platen.baseUrl, session, projectId);
    const { secret } = await session.call(operations.getWebhookSecret, { params: { projectId } });
    const receiver = await startWebhookReceiver(stage, { secret });
    const authorization = { authorization: `Bearer ${key}` };

    const ask = (marker: string, path: string, body: object = {}): Promise<Answer> =>
      askFor(marker, `${platen.baseUrl}/api/v1/${path}`, {
        headers: { ...authorization, "idempotency-key": marker },
        body: JSON.stringify({ templateId, data: { marker }, ...body }),
      });
    const keep = (marker: string) => ask(marker, "generate", { store: true });
    const later = (marker: string) => ask(marker, "documents");
    const either = (what: string) => (number: number) =>
      number % 2 ? later(`${what}-${number}`) : keep(`${what}-${number}`);
    const statusOf = async ({ documentId = "" }: Answer) =>
      (await fetch(`${platen.baseUrl}/api/v1/documents/${documentId}`, { headers: authorization })).status;

    /** Starts the load, does something when so many answers have come, and returns all answers. */
    async function underLoad(what: string): Promise<Answer[]> {
      let answered = 0;
      const one = either(what);
      const load = askSteadily(perSecond, async (number) => one(number).finally(() => (answered += 1)));
      await waitFor(() => answered >= answersEach, { timeoutMs: 60_000, describe: `answers ${what}` });
      return load.stop();
    }

    const [installation] = (await findPrograms(process.env, "")).postgres;
    async function runScript(name: string): Promise<void> {
      const env = inheritedEnvironment(process.env);
      const path = `${installation?.binFolder}:${env["PATH"]}`;
      await run(join(scripts, name), [join(folder, "platen.dump")], {
        env: { ...env, PATH: path, DATABASE_URL: platen.databaseUrl },
      });
    }

    // They wait while all is lost.
    const dueAt = Date.now() + waitingMs;
    const notBefore = new Date(dueAt).toISOString();
    const waiting: Answer[] = [];
    for (let n = 0; n < waitingDocuments; n += 1)
      waiting.push(await ask(`waiting-${n}`, "documents", { notBefore, callbackUrl: receiver.url }));
    const before = await underLoad("before");
    const during = askSteadily(perSecond, either("during"));
    await runScript("backup.sh");
    await cp(files, join(folder, "files"), { recursive: true, preserveTimestamps: true });
    const duringAnswers = await during.stop();
    const lost = await underLoad("after");
    const answers = [...waiting, ...before, ...duringAnswers, ...lost];
    figures.exactly("answers before the loss with errors", errorsAmong(answers), "none");

    const services = [gateway, courier, ...workers, catalog];
    for (const service of services) service.kill("SIGKILL");
    await Promise.all(services.map(({ exited }) => exited));
    await rm(files, { recursive: true });
    const { pathname } = new URL(platen.databaseUrl);
    await withConnection(withDatabaseName(platen.databaseUrl, "postgres"), async (connection) => {
      const name = connection.escapeIdentifier(pathname.slice(1));
      await connection.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await connection.query(`CREATE DATABASE ${name}`);
    });
    await runScript("restore.sh");
    await cp(join(folder, "files"), files, { recursive: true, preserveTimestamps: true });

    async function start(service: RunningService, env: Record<string, string> = {}): Promise<RunningService> {
      const [name = "catalog"] = service.name.split("-");
      const running = await runService(name as Parameters<typeof runService>[0], { ...service.env, ...env });
      stage.onEnd(() => isRunning(running.pid) && running.stop());
      return running;
    }

    // A trial of the restore: nothing that waits is made or sent.
    const trial = await start(catalog, { BACKGROUND_WORK: "off" });
    const again = await Promise.all([courier, gateway, ...workers].map((service) => start(service)));
    const [feeding] = again;
    if (!feeding) throw new Error("There is no courier.");
    await waitFor(async () => Date.now() > dueAt && (await metric(feeding, "platen_courier_feeding")) === 1, {
      timeoutMs: waitingMs + 20_000,
      describe: "a courier that looks for documents that are due",
    });
    figures.exactly("a trial: answer to a caller who waits", (await keep("trial")).status, 200);
    const waits = async (): Promise<string> => {
      const records = await Promise.all(waiting.map(({ documentId = "" }) => client.getDocument(documentId)));
      return [...new Set(records.map(({ status }) => status))].join();
    };
    figures.exactly("a trial: states of the documents that waited", await waits(), "queued");
    receiver.addFigures({ ...figures, exactly: (what, ...rest) => figures.exactly(`a trial: ${what}`, ...rest) }, 0);

    await trial.stop();
    const restored = await start(catalog);
    await receiver.untilTaken(waitingDocuments, 90_000);
    await waitFor(async () => (await waits()) === "completed", { timeoutMs: 60_000, describe: "all documents" }).catch(
      () => undefined,
    );
    figures.exactly("states of the documents that waited", await waits(), "completed");
    receiver.addFigures(figures, waitingDocuments);
    figures.exactly("messages taken twice", receiver.repeated(), 0);

    let differ = 0;
    const kept = before.filter(isKept);
    for (const { documentId, pdf } of kept) {
      const content = await fetch(`${platen.baseUrl}/api/v1/documents/${documentId}/content`, {
        headers: authorization,
      });
      const bytes = new Uint8Array(await content.arrayBuffer());
      if (!content.ok || !pdf || sha256Of(bytes) !== sha256Of(pdf)) differ += 1;
    }
    figures.exactly("kept PDFs of before the backup that are not there with the same SHA-256", differ, 0);
    figures.atLeast("kept PDFs of before the backup", kept.length, 15);
    const accepted = before.filter((answer) => !isKept(answer));
    const records = await Promise.all(accepted.map(({ documentId = "" }) => client.waitForDocument(documentId)));
    const incomplete = records.filter(({ status }) => status !== "completed").length;
    figures.exactly("documents answered with 202 before the backup that are not completed", incomplete, 0);

    const repeat = (all: readonly Answer[]) =>
      Promise.all(all.map((answer) => (isKept(answer) ? keep(answer.marker) : later(answer.marker))));
    const repeatedEarlier = await repeat(accepted);
    const same = repeatedEarlier.filter(({ documentId }, at) => documentId === accepted[at]?.documentId).length;
    figures.exactly("repeats of 202s of before the backup that get the same document", same, accepted.length);
    figures.exactly(
      "documents of after the backup that are known",
      (await Promise.all(lost.map(statusOf))).filter((status) => status !== 404).length,
      0,
    );
    const repeatedLost = await repeat(lost);
    const gone = (await Promise.all(repeatedLost.map(statusOf))).filter((status) => status !== 200).length;
    figures.exactly("their repeats that get a document which is gone", gone, 0);
    figures.exactly("answers to these repeats with errors", errorsAmong(repeatedLost), "none");
    const hasSaidSo = again.some((service) => service.output().includes("Redis is of another database"));
    figures.isTrue("the gateway's log says that Redis is of another database", hasSaidSo, String(hasSaidSo));

    // Another key, and then the way to start without the lost one.
    await restored.stop();
    const port = String(await freePort());
    const starting = start(catalog, { SECRETS_KEY: createSecretsKey(), MANAGEMENT_PORT: port });
    let reason = "";
    await waitFor(
      async () => (reason = await (await fetch(`http://127.0.0.1:${port}/readyz`)).text()).includes("SECRETS_KEY"),
      { timeoutMs: 30_000, describe: "the reason why a catalog with another key is not ready" },
    ).catch(() => undefined);
    figures.isTrue(
      "a catalog with another SECRETS_KEY is not ready and names it",
      reason.includes("SECRETS_KEY has none of the keys"),
      reason.slice(0, 80),
    );
    await withConnection(platen.databaseUrl, (connection) => connection.query("TRUNCATE secrets_keys"));
    figures.isTrue("it starts once the lost keys are forgotten", isRunning((await starting).pid), "ready");
  },
  400_000,
);
