import { whyNotReady } from "../facts/probes.ts";
import { metric } from "../facts/metric.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { startRedisSentinels } from "../harms/redis-sentinels.ts";
import { createCaller, type Answer } from "../load/caller.ts";
import { measureRecovery } from "../load/measure-recovery.ts";
import { faultRow } from "../runner/fault-row.ts";

const deadlineMs = 10_000;
const withinSeconds = 15;
const kills = 5;

faultRow(
  "R21",
  "The primary of Redis behind Sentinel, over TLS, is killed five times, and hangs once",
  async (figures, stage) => {
    const redis = await startRedisSentinels();
    stage.onEnd(() => redis.stop());
    await redis.untilComplete();
    const platen = await stage.startPlaten({
      redisUrl: redis.firstUrl,
      env: {
        gateway: { REDIS_URL: redis.urlFor("gateway") },
        worker: { REDIS_URL: redis.urlFor("worker") },
        courier: { REDIS_URL: redis.urlFor("courier") },
      },
    });
    const { gateway, workers } = platen.processes;
    const processes = watchProcesses(platen);
    const caller = await createCaller(platen, "Sentinel");
    await caller.ask("The first document, which opens the browser's page");
    const all: Answer[] = [];
    const measure = async (what: string, harm: () => unknown) =>
      void all.push(...(await measureRecovery({ figures, what, caller, deadlineMs, withinSeconds, harm })));

    for (let kill = 1; kill <= kills; kill += 1) {
      const primary = await redis.primary();
      await measure(`kill ${kill}`, () => primary.crash());
      await primary.start();
      await redis.untilComplete();
    }
    const primary = await redis.primary();
    stage.onEnd(() => primary.thaw());
    await measure("SIGSTOP", () => primary.freeze());
    primary.thaw();
    await redis.untilComplete();

    const late = all.filter(({ status }) => status === 504).length;
    const lost = await metric(gateway, "platen_documents_lost_total");
    figures.isTrue("documents that Redis lost, of those with 504", lost <= late, `${lost} of ${late}`);
    figures.exactly("documents that were answered", all.some(({ status }) => status === 200) ? "some" : "none", "some");
    for (const service of [gateway, ...workers])
      figures.exactly(`readiness of the ${service.name} in the end`, await whyNotReady(service), "");
    await processes.report(figures, all);
  },
  600_000,
);
