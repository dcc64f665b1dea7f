import { chown, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { redisAnswers, unprivilegedUser } from "@platen/provisioning";
import {
  createCertificates,
  freePort,
  startOwnRedis,
  startProgram,
  testFolder,
  waitFor,
  type OwnServer,
} from "@platen/testing";
import { Redis } from "ioredis";

const sentinelCount = 3;
/** The name of the primary that the Sentinels watch. */
const primaryName = "mymaster";
/** After this silence a Sentinel takes the primary for down. */
const downAfterMs = 5_000;
const failoverTimeoutMs = 5_000;
const settings = ["masterauth platen", "repl-diskless-sync-delay 0", "repl-timeout 10"];

const freePorts = (count: number) => Promise.all(Array.from({ length: count }, freePort));

/**
 * Starts a Redis with a replica, and three Sentinels that promote the one of the two that lives. They speak TLS with the
 * services and with each other; each also has a port without, for this process.
 */
export async function startRedisSentinels() {
  const { authority, certificate, key } = await createCertificates();
  const tls = [
    `tls-cert-file ${certificate}`,
    `tls-key-file ${key}`,
    `tls-ca-cert-file ${authority}`,
    "tls-auth-clients no",
    "tls-replication yes",
  ];
  const startServer = async (more: readonly string[] = []) => {
    const [tlsPort = 0] = await freePorts(1);
    const server = await startOwnRedis([...settings, ...tls, `tls-port ${tlsPort}`, ...more]);
    return { server, tlsPort };
  };
  const first = await startServer();
  const second = await startServer([`replicaof 127.0.0.1 ${first.tlsPort}`]);
  const servers = [first, second];
  const folder = await mkdtemp(join(testFolder(), "sentinels-"));
  const user = unprivilegedUser();
  if (user) await chown(folder, user.uid, user.gid);
  const [ports, tlsPorts] = await Promise.all([freePorts(sentinelCount), freePorts(sentinelCount)]);
  const sentinels = await Promise.all(
    ports.map(async (port, index) => {
      const home = join(folder, String(port));
      await mkdir(home);
      const configuration = join(home, "sentinel.conf");
      const lines = [
        "bind 127.0.0.1",
        `port ${port}`,
        `tls-port ${tlsPorts[index]}`,
        ...tls,
        `sentinel monitor ${primaryName} 127.0.0.1 ${first.tlsPort} 2`,
        `sentinel auth-pass ${primaryName} platen`,
        `sentinel down-after-milliseconds ${primaryName} ${downAfterMs}`,
        `sentinel failover-timeout ${primaryName} ${failoverTimeoutMs}`,
      ];
      await writeFile(configuration, `${lines.join("\n")}\n`);
      // Sentinels write what they learn into their configuration.
      if (user) for (const path of [home, configuration]) await chown(path, user.uid, user.gid);
      return startProgram({
        name: `sentinel-${port}`,
        command: "redis-server",
        args: [configuration, "--sentinel"],
        env: { PATH: "/usr/bin:/bin" },
        cwd: home,
        user,
        logFile: join(home, "sentinel.log"),
        stopSignal: "SIGTERM",
        stopTimeoutMs: 5_000,
        isReady: () => redisAnswers(`redis://127.0.0.1:${port}`),
      });
    }),
  );
  const asked = new Redis({ host: "127.0.0.1", port: ports[0] ?? 0 });
  asked.on("error", () => undefined);

  /** What a Sentinel says of the primary or of its replica, by the names of Sentinel's own fields. */
  async function look(what: "MASTER" | "REPLICAS"): Promise<Map<string, string>> {
    // `as`: one list of names and values, or a list of such lists.
    const answer = (await asked.call("SENTINEL", what, primaryName)) as string[] | string[][];
    const [first] = answer;
    const flat = Array.isArray(first) ? first : (answer as string[]);
    return new Map(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ""]] : [])));
  }

  async function isComplete(): Promise<boolean> {
    const [primary, replica] = await Promise.all([look("MASTER"), look("REPLICAS")]);
    return (
      primary.get("flags") === "master" &&
      primary.get("num-other-sentinels") === String(sentinelCount - 1) &&
      replica.get("flags") === "slave" &&
      replica.get("master-link-status") === "ok" &&
      replica.get("master-port") === primary.get("port")
    );
  }

  return {
    /** Where a client finds the primary. */
    urlFor: (user: string) =>
      `rediss+sentinel://${user}:platen@${tlsPorts.map((port) => `127.0.0.1:${port}`).join(",")}/${primaryName}?ssl_ca_certs=${authority}`,
    firstUrl: first.server.url,
    async primary(): Promise<OwnServer> {
      const port = Number((await look("MASTER")).get("port"));
      const found = servers.find(({ tlsPort }) => tlsPort === port);
      if (!found) throw new Error(`no server has the primary's port ${port}`);
      return found.server;
    },
    /** Waits until the Sentinels know each other and a replica that follows, so that they can promote it. */
    untilComplete: () =>
      waitFor(isComplete, { timeoutMs: 60_000, intervalMs: 200, describe: "a replica that follows" }),
    async stop(): Promise<void> {
      asked.disconnect();
      await Promise.all(sentinels.map((sentinel) => sentinel.stop()));
      await Promise.all(servers.map(({ server }) => server.stop()));
    },
  };
}
