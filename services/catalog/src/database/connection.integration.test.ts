import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createCertificates, freePort, startOwnPostgres, testPostgres, waitFor, type OwnServer } from "@platen/testing";
import { connectionSettings, connectOnce, end } from "./connection.ts";
import { openDataSource } from "../data-source.ts";
import { createDatabaseProbe, type ProbeResult } from "./database-probe.ts";
import { queryRows } from "./rows.ts";

const timeoutMs = 10_000;
let server: OwnServer;
let authority: string;
let otherAuthority: string;

beforeAll(async () => {
  const [own, other] = await Promise.all([createCertificates(), createCertificates()]);
  authority = own.authority;
  otherAuthority = other.authority;
  const settings = [
    "listen_addresses=127.0.0.1,127.0.0.2",
    "ssl=on",
    `ssl_cert_file=${own.certificate}`,
    `ssl_key_file=${own.key}`,
  ];
  server = await startOwnPostgres({ settings });
});
afterAll(() => server.stop());

/** Whether a connection to the server, under this name and with these parameters, is encrypted. */
async function isEncrypted(host: string, parameters: string): Promise<boolean> {
  const url = Object.assign(new URL(server.url), { hostname: host, search: parameters }).href;
  const client = await connectOnce(connectionSettings(url), timeoutMs);
  const sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
  const { rows } = await client.query<{ ssl: boolean }>(sql);
  end(client);
  return rows[0]?.ssl === true;
}

describe("a URL with sslmode", () => {
  test.each([
    ["disable", "127.0.0.1", false],
    ["require", "127.0.0.1", true],
  ])("%s connects", async (mode, host, isOn) => {
    expect(await isEncrypted(host, `sslmode=${mode}`)).toBe(isOn);
  });

  test.each(["require", "verify-ca", "verify-full"])("%s takes a certificate of the named authority", async (mode) => {
    expect(await isEncrypted("localhost", `sslmode=${mode}&sslrootcert=${authority}`)).toBe(true);
  });

  test.each(["require", "verify-ca", "verify-full"])("%s refuses a certificate of another authority", async (mode) => {
    await expect(isEncrypted("localhost", `sslmode=${mode}&sslrootcert=${otherAuthority}`)).rejects.toThrow(
      "certificate",
    );
  });

  test("verify-full refuses a certificate for another name, and verify-ca takes it", async () => {
    const another = "127.0.0.2";
    await expect(isEncrypted(another, `sslmode=verify-full&sslrootcert=${authority}`)).rejects.toThrow(another);
    expect(await isEncrypted(another, `sslmode=verify-ca&sslrootcert=${authority}`)).toBe(true);
  });
});

describe("of several servers", () => {
  const writable = (hosts: string) => `postgres://platen:platen@${hosts}/postgres?target_session_attrs=read-write`;
  const hostOf = (url: string) => new URL(url).host;

  /** Runs work while the server says what a standby says. */
  async function whileReadOnly(probe: () => Promise<ProbeResult>, work: () => Promise<void>): Promise<void> {
    const operator = await connectOnce(connectionSettings(server.url), timeoutMs);
    const set = async (sql: string, result: ProbeResult) => {
      await operator.query(sql);
      await operator.query("SELECT pg_reload_conf()");
      await waitFor(async () => (await probe()) === result, { describe: `a server that is ${result}` });
    };
    await set("ALTER SYSTEM SET default_transaction_read_only = on", "read_only");
    await work();
    await operator.query("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE");
    await set("ALTER SYSTEM RESET default_transaction_read_only", "writable");
    end(operator);
  }

  test("the server that takes writes is used, also by the pool", async () => {
    const shared = await testPostgres();
    const hosts = [`127.0.0.1:${await freePort()}`, hostOf(server.url), hostOf(shared)];
    await whileReadOnly(createDatabaseProbe(server.url), async () => {
      const dataSource = await openDataSource({
        url: writable(hosts.join(",")),
        poolSize: 1,
        connectTimeoutMs: timeoutMs,
      });
      const [row] = await queryRows<{ port: string }>(dataSource.manager, "SHOW port");
      await dataSource.destroy();
      expect(row?.port).toBe(new URL(shared).port);
    });
  });

  test("a server is left when it takes no writes, and used again when it does", async () => {
    const settings = connectionSettings(writable(`127.0.0.1:${await freePort()},${hostOf(server.url)}`));
    end(await connectOnce(settings, timeoutMs));
    await whileReadOnly(createDatabaseProbe(server.url), async () => {
      for (const _ of ["as it says on connecting", "as the search finds"])
        await expect(connectOnce(settings, timeoutMs)).rejects.toMatchObject({ code: "25006" });
    });
    end(await connectOnce(settings, timeoutMs));
  });
});
