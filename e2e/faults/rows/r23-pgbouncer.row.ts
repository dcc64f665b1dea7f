import { withConnection } from "@platen/provisioning";
import { runCatalog, startPgBouncer } from "@platen/testing";
import { whyNotReady } from "../facts/probes.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { createCaller } from "../load/caller.ts";
import { measureRecovery } from "../load/measure-recovery.ts";
import { faultRow } from "../runner/fault-row.ts";

faultRow("R23", "PgBouncer in transaction mode, with fewer connections than the catalog, restarts under load", async (figures, stage) => {
  const bouncer = await startPgBouncer("transaction");
  stage.onEnd(() => bouncer.stop());
  const platen = await stage.startPlaten({ databaseUrlOf: bouncer.inFrontOf });
});
