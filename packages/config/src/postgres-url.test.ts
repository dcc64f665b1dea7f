import { expect, test } from "@jest/globals";
import { readPostgresUrl } from "./postgres-url.ts";

test("a URL of one server gives its parts", () => {
  expect(readPostgresUrl("postgres://platen:a%2Fb@db.example/platen")).toEqual({
    username: "platen",
    password: "a/b",
    database: "platen",
    addresses: [{ host: "db.example", port: 5_432 }],
    tls: undefined,
    mustTakeWrites: false,
  });
});

test("a primary and its standbys are named in one URL", () => {
  const url = "postgresql://platen:p@a:5433,b/platen?target_session_attrs=read-write&connect_timeout=5";
  expect(readPostgresUrl(url)).toMatchObject({
    addresses: [
      { host: "a", port: 5_433 },
      { host: "b", port: 5_432 },
    ],
    mustTakeWrites: true,
  });
});

test("a folder of a socket is taken", () => {
  expect(readPostgresUrl("postgres://platen@/platen?host=/run/postgresql").addresses).toEqual([
    { host: "/run/postgresql", port: 5_432 },
  ]);
});

const passAnyName = expect.any(Function);

test.each([
  ["disable", false],
  ["require", { rejectUnauthorized: false, checkServerIdentity: passAnyName }],
  ["verify-ca", { rejectUnauthorized: true, checkServerIdentity: passAnyName }],
  ["verify-full", { rejectUnauthorized: true }],
  ["verify-full&sslrootcert=system", { rejectUnauthorized: true }],
])("sslmode=%s means what it means for psql", (mode, tls) => {
  expect(readPostgresUrl(`postgres://h/d?sslmode=${mode}`).tls).toEqual(tls);
});

test.each([
  ["mysql://u:s3cret@h/d", "must be a URL starting with postgres:// or postgresql://"],
  ["postgres://u:s3cret@h/d?sslmode=prefer", "`sslmode` must be disable, require, verify-ca or verify-full"],
  ["postgres://u:s3cret@h/d?ssl_mode=require", "has the unknown parameter `ssl_mode`: use sslmode, sslrootcert"],
  ["postgres://u:s3cret@h/d?sslrootcert=system", "add sslmode=verify-full"],
  [
    "postgres://u:s3cret@h/d?sslmode=verify-full&sslrootcert=/no.pem",
    "the file /no.pem, which cannot be read (ENOENT)",
  ],
  ["postgres://u:s3cret@h/d?sslmode=verify-full&sslcert=/etc/hostname", "which is not in PEM format"],
  ["postgres://u:s3cret@h/d?sslmode=disable&sslmode=require", "must give `sslmode` once"],
  ["postgres://u:s3cret@a,b/d", "add target_session_attrs=read-write"],
  ["postgres://u:s3cret@a,b/d?target_session_attrs=standby", "must be read-write, primary or any"],
  ["postgres://u:s3cret@a,,b/d", "must name each server as host or host:port"],
  ["postgres:///d", "must name a server, as postgres://"],
  ["postgres://u:s3/cret@h/d", "has an @ after its servers"],
])("%s is refused with the remedy, and the message does not repeat the password", (url, message) => {
  expect(() => readPostgresUrl(url)).toThrow(message);
  expect(() => readPostgresUrl(url)).not.toThrow(/s3|cret/);
});
