import { createServiceTokenKeys, redisUserRules } from "@platen/provisioning";
import { runUnready, waitFor, type RunningService } from "@platen/testing";
import { metric } from "../facts/metric.ts";
import { probesOf, whyNotReady } from "../facts/probes.ts";
import { askSteadily, countStatuses, createCaller } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";

type Env = Record<string, string>;

function redisUrlOf({ env }: RunningService, changes: { password?: string } = {}): string {
  return Object.assign(new URL(env["REDIS_URL"] ?? ""), changes).href;
}

faultRow(
  "R27",
  "Processes with a wrong key, password, user or address never become ready; those that lose theirs take no work",
  async (figures, stage) => {
    const { platen, redis } = await stage.startPlatenOnOwnRedis({ workers: 1 });
    const { gateway, courier, workers } = platen.processes;
    const [worker] = workers;
    if (!worker) throw new Error("There is no worker.");
    const likeThese = { gateway, courier, worker };
    const caller = await createCaller(platen, "wrong settings");

    /** Starts one more process of a service, with a wrong setting, and waits until it says `reason`. */
    async function startWrong(service: keyof typeof likeThese, what: string, wrong: Env, reason: string) {
      const { PORT: _port, MANAGEMENT_PORT: _managementPort, ...env } = likeThese[service].env;
      const started = await runUnready(service, { ...env, ...wrong }, `${service}-with-${what.replaceAll(" ", "-")}`);
      stage.onEnd(() => started.stop());
      const says = async () => (await whyNotReady(started)).includes(reason);
      await waitFor(says, { timeoutMs: 20_000, describe: reason }).catch(() => undefined);
      figures.exactly(`${service} with ${what}: probes`, await probesOf(started.managementUrl), "200 200 503");
      const said = await whyNotReady(started);
      figures.isTrue(`${service} with ${what}: reason`, said.includes(reason), said.slice(0, 120));
      return started;
    }

    // Alone, so that the lock is free for the wrong one.
    await courier.stop();
    const load = askSteadily(5, (number) => caller.ask(`beside the wrong worker ${number}`));
    const { privateKey, publicKey } = createServiceTokenKeys();
    const [wrongCourier, wrongWorker] = await Promise.all([
      startWrong("courier", "another key", { COURIER_TOKEN_PRIVATE_KEY: privateKey }, "COURIER_TOKEN_PRIVATE_KEY"),
      startWrong("worker", "another key", { SERVICE_TOKEN_PUBLIC_KEY: publicKey }, "SERVICE_TOKEN_PUBLIC_KEY"),
      startWrong("gateway", "another key", { SERVICE_TOKEN_PRIVATE_KEY: privateKey }, "SERVICE_TOKEN_PRIVATE_KEY"),
      startWrong("gateway", "a wrong password", { REDIS_URL: redisUrlOf(gateway, { password: "x" }) }, "WRONGPASS"),
      startWrong("gateway", "the user of a worker", { REDIS_URL: redisUrlOf(worker) }, "user of a gateway"),
      startWrong("gateway", "the address of a gateway", { CATALOG_URL: platen.baseUrl }, "CATALOG_URL"),
    ]);
    const answers = await load.stop();
    figures.exactly("documents beside the wrong worker", countStatuses(answers), `200: ${answers.length}`);
    figures.exactly("wrong courier: platen_courier_feeding", await metric(wrongCourier, "platen_courier_feeding"), 0);
    figures.exactly("wrong worker: platen_worker_taking", await metric(wrongWorker, "platen_worker_taking"), 0);

    /** Takes rights of a running process away, and gives them back. */
    async function loses(
      what: string,
      user: "worker" | "courier",
      process: RunningService,
      lost: string,
      work: () => unknown,
    ) {
      await redis.call("ACL", "SETUSER", user, lost);
      void work();
      const isReady = async () => (await whyNotReady(process)) === "";
      await waitFor(async () => !(await isReady()), { timeoutMs: 10_000, describe: `${what} to take no work` }).catch(
        () => undefined,
      );
      figures.exactly(`${what}: probes without its rights`, await probesOf(process.managementUrl), "200 200 503");
      const counts = { worker: "platen_worker_taking", courier: "platen_courier_feeding" };
      figures.exactly(`${what}: ${counts[user]}`, await metric(process, counts[user]), 0);
      await redis.call("ACL", "SETUSER", user, ...redisUserRules()[user]);
      await waitFor(isReady, { timeoutMs: 10_000, describe: `${what} to be ready again` }).catch(() => undefined);
      figures.exactly(`${what}: probes afterwards`, await probesOf(process.managementUrl), "200 200 200");
    }

    await loses("worker", "worker", worker, "clearselectors", () =>
      caller.ask("without a reply", { headers: { "platen-deadline-ms": "1000" } }),
    );
    const right = await platen.startCourier();
    await loses("courier", "courier", right, "resetkeys", () => undefined);
    const { status } = await caller.ask("afterwards");
    figures.exactly("a document afterwards", status, 200);
    const later = await caller.askForLater("afterwards, later");
    const record = () =>
      fetch(`${platen.baseUrl}/api/v1/documents/${later.documentId}?wait=20`, {
        headers: { authorization: `Bearer ${caller.apiKey}` },
      }).then((response) => response.text());
    figures.isTrue("a background document afterwards", (await record()).includes('"completed"'), "completed");
  },
);
