import { execFileSync, spawnSync } from "node:child_process";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { onlyIf } from "@platen/testing";
import { parse } from "yaml";
import { z } from "zod";

const root = resolve(import.meta.dirname, "../..");
const compose = z
  .object({ secrets: z.record(z.string(), z.unknown()) })
  .parse(parse(readFileSync(join(root, "docker-compose.yml"), "utf8"), { merge: true }));

// The script needs openssl. macOS and Debian's PostgreSQL bring it; a machine whose servers run in Docker may lack it.
const withOpenssl = onlyIf(spawnSync("openssl", ["version"]).status === 0);

withOpenssl(describe)("make-secrets.sh", () => {
  let folder: string;
  const make = () => execFileSync(join(root, "infra/docker/make-secrets.sh"), [folder]);
  const secret = (name: string) => readFileSync(join(folder, name), "utf8").trimEnd();
  const all = () => Object.fromEntries(readdirSync(folder).map((name) => [name, secret(name)]));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "platen-secrets-"));
    make();
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test("creates every secret that Compose reads, with matching keys and passwords", () => {
    expect(Object.keys(all()).toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    expect(secret("postgres-password")).toMatch(/^[0-9a-f]{48}$/);
    expect(secret("redis-password")).toMatch(/^[0-9a-f]{48}$/);
    expect(secret("database-url")).toBe(`postgres://platen:${secret("postgres-password")}@postgres:5432/platen`);
    for (const user of ["gateway", "worker", "courier"]) {
      expect(secret(`redis-${user}-url`)).toBe(`redis://${user}:${secret(`redis-${user}-password`)}@redis:6379`);
    }
    for (const issuer of ["service", "courier"]) {
      const publicKey = createPublicKey(createPrivateKey(secret(`${issuer}-token-private-key`)));
      expect(publicKey.export({ type: "spki", format: "pem" }).toString().trimEnd()).toBe(
        secret(`${issuer}-token-public-key`),
      );
    }
  });

  test("closes the folder to other users, and lets containers read the files", () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o444);
  });

  test("changes nothing when it runs again", () => {
    const before = all();
    make();
    expect(all()).toEqual(before);
  });
});
