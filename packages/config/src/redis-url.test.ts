import { expect, test } from "@jest/globals";
import { readRedisUrl } from "./redis-url.ts";

const none = { username: undefined, password: undefined, database: 0, tls: undefined };

test.each([
  ["redis://127.0.0.1", { ...none, kind: "server", address: { host: "127.0.0.1", port: 6_379 } }],
  [
    "redis://gateway:a%40b@redis.example:6380/2",
    {
      ...none,
      kind: "server",
      username: "gateway",
      password: "a@b",
      database: 2,
      address: { host: "redis.example", port: 6_380 },
    },
  ],
  ["redis://:only@[::1]", { ...none, kind: "server", password: "only", address: { host: "::1", port: 6_379 } }],
  ["valkeys://h", { ...none, kind: "server", tls: {}, address: { host: "h", port: 6_379 } }],
  [
    "redis+sentinel://user:a,b:c@s1:26380,s2,[::1]/mymaster/1?sentinel_username=s&sentinel_password=p",
    {
      ...none,
      kind: "sentinel",
      username: "user",
      password: "a,b:c",
      database: 1,
      primaryName: "mymaster",
      sentinels: [
        { host: "s1", port: 26_380 },
        { host: "s2", port: 26_379 },
        { host: "::1", port: 26_379 },
      ],
      sentinelUsername: "s",
      sentinelPassword: "p",
    },
  ],
])("%s is read as redis-cli and other clients read it", (url, expected) => {
  expect(readRedisUrl(url)).toEqual({
    ...expected,
    ...(expected.kind === "sentinel" && !("sentinelUsername" in expected) ? { sentinelUsername: undefined } : {}),
  });
});

test.each([
  ["http://:s3cret@h", "must be a URL starting with redis:// or rediss://"],
  ["redis://:s3cret@a:1,b:2", "write redis+sentinel://host:26379,host:26379/mymaster"],
  ["redis+sentinel://:s3cret@a:1,b:2", "must name the Sentinels and the primary"],
  ["redis://:s3/cret@h", "has an @ after its servers: write @ / ? # :"],
  ["redis://:s3?cret@h", "has an @ after its servers"],
  ["redis://:s3#cret@h", "must have no #"],
  ["redis://:s3cret%@h", "has a % without two hexadecimal digits"],
  ["redis://:s3cret@h:70000", "must name each server as host or host:port"],
  ["redis://:s3cret@h/queue", "must end with the number of a database"],
  ["redis://:s3cret@h?ssl_ca_certs=/ca.pem", "begin it with rediss"],
  ["rediss://:s3cret@h?cacert=/ca.pem", "has the unknown parameter `cacert`: use ssl_ca_certs, ssl_certfile"],
  [
    "rediss://:s3cret@h?ssl_ca_certs=/missing.pem",
    "`ssl_ca_certs` names the file /missing.pem, which cannot be read (ENOENT)",
  ],
  ["rediss://:s3cret@h?ssl_certfile=/etc/hostname", "which is not in PEM format"],
])("%s is refused with the remedy, and the message does not repeat the password", (url, message) => {
  expect(() => readRedisUrl(url)).toThrow(message);
  expect(() => readRedisUrl(url)).not.toThrow(/s3|cret/);
});
