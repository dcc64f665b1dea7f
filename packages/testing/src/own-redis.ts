import { rm } from "node:fs/promises";
import { createTemporaryFolder } from "@platen/provisioning";
import { chooseTestServers } from "./test-servers.ts";

/** A Redis server of a test's own, whose settings it may change and which it may stop. */
export async function startOwnRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await createTemporaryFolder("platen-redis-");
  // oxlint-disable-next-line node/no-process-env -- says where programs are, as for the servers all tests share.
  const servers = await chooseTestServers(folder, process.env, () => undefined);
  const stop = async () => {
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { url: await servers.redisUrl(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
