import { loadConfig } from "@platen/config";
import { z } from "zod";
import { commandVariables } from "./config.ts";
import { openCommandDataSource } from "./data-source.ts";
import { seedDemoProject } from "./demo/seed-demo-project.ts";

const yes = z.literal("1", { error: "must be 1 or not set" }).optional();
const config = loadConfig(
  z.object({ ...commandVariables.shape, SEED_NEW_KEY: yes, SEED_NEW_PASSWORD: yes }),
  // oxlint-disable-next-line node/no-process-env -- a command is an entry point, as main.ts is.
  process.env,
);

const dataSource = await openCommandDataSource(config.DATABASE_URL);
try {
  const demo = await seedDemoProject(dataSource, {
    newKey: config.SEED_NEW_KEY === "1",
    newPassword: config.SEED_NEW_PASSWORD === "1",
  });
  process.stdout.write(`${JSON.stringify(demo)}\n`);
} finally {
  await dataSource.destroy();
}
