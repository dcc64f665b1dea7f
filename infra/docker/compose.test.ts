import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "@jest/globals";
import { loadConfig } from "@platen/config";
import {
  createSecretsKey,
  createServiceTokenKeys,
  gatewayAllocator,
  redisSettings,
  redisUserNames,
  redisUserRules,
} from "@platen/provisioning";
import { parse } from "yaml";
import { z } from "zod";
import { catalogVariables, commandVariables } from "@platen/catalog/config";
import { gatewayVariables } from "@platen/gateway/config";
import { courierVariables } from "@platen/courier/config";
import { workerVariables } from "@platen/worker/config";
import { imageVariables } from "./image-variables.ts";
import { commandsIn } from "@platen/testing";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const composeText = read("docker-compose.yml");
const example = parseEnv(read(".env.example"));

/** Fills in the variables of a value as Compose does with the example as its `.env`. */
function interpolated(text: string): string {
  return text.replaceAll(
    /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
    (_match, variable: string, operand = "") => example[variable] || operand,
  );
}

const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string().optional(),
        user: z.string().optional(),
        build: z.object({ args: z.object({ SERVICE: z.string() }) }).optional(),
        environment: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).default({}),
        secrets: z.array(z.string()).default([]),
        networks: z.array(z.string()),
        ports: z.array(z.string()).default([]),
        read_only: z.boolean().default(false),
        cap_drop: z.array(z.string()).default([]),
        cap_add: z.array(z.string()).default([]),
        privileged: z.boolean().default(false),
        security_opt: z.array(z.string()).default([]),
        mem_limit: z.string().transform(interpolated).optional(),
        pids_limit: z.number().optional(),
        depends_on: z.record(z.string(), z.unknown()).default({}),
      }),
    ),
    networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) }).nullable()),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(parse(composeText, { merge: true }));
const services = Object.entries(compose.services);
const dockerfile = read("infra/docker/Dockerfile");

const keys = createServiceTokenKeys();
const secrets: Record<string, string> = {
  "postgres-password": "d0c5",
  "database-url": "postgres://platen:d0c5@postgres:5432/platen",
  "redis-password": "5ca1e",
  "redis-gateway-password": "6a7e",
  "redis-worker-password": "80c4",
  "redis-courier-password": "0c41",
  "redis-gateway-url": "redis://gateway:6a7e@redis:6379",
  "redis-worker-url": "redis://worker:80c4@redis:6379",
  "redis-courier-url": "redis://courier:0c41@redis:6379",
  "service-token-private-key": keys.privateKey,
  "service-token-public-key": keys.publicKey,
  "courier-token-private-key": keys.privateKey,
  "courier-token-public-key": keys.publicKey,
  "secrets-key": createSecretsKey(),
};

const interpolations = [...composeText.matchAll(/(?<!\$)\$\{?(\w+)(?::([-?])([^}]*))?/g)].map(
  ([, name = "", operator, operand = ""]) => ({ name, operator, operand }),
);

/** Returns the environment that Compose sets, with the values of the secrets that the service may read. */
function environmentOf(service: string): Record<string, string> {
  const { environment = {}, secrets: readable = [] } = compose.services[service] ?? {};
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => {
      const value = interpolated(text);
      const secret = readable.find((candidate) => value === `/run/secrets/${candidate}`);
      return secret === undefined ? [name, value] : [name.replace(/_FILE$/, ""), secrets[secret] ?? ""];
    }),
  );
}

test.each([
  ["gateway", gatewayVariables],
  ["catalog", catalogVariables],
  ["worker", workerVariables],
  ["courier", courierVariables],
  ["migrate", commandVariables],
] as const)(
  "%s gets only variables that it reads, and can start with them and those of its image",
  (service, variables: z.ZodObject) => {
    const given = environmentOf(service);
    expect(Object.keys(variables.shape)).toEqual(expect.arrayContaining(Object.keys(given)));
    const all = imageVariables(compose.services[service]?.build?.args.SERVICE ?? "");
    expect(all).toMatchObject({ NODE_ENV: "production", HOST: "0.0.0.0" });
    const ofGlibc = Object.entries(all).filter(([name]) => name.startsWith("MALLOC_"));
    expect(Object.fromEntries(ofGlibc)).toEqual(service === "gateway" ? gatewayAllocator : {});
    const notOurs = new Set(["NODE_ENV", ...Object.keys(gatewayAllocator)]);
    const image = Object.fromEntries(Object.entries(all).filter(([name]) => !notOurs.has(name)));
    if (service !== "migrate") expect(Object.keys(variables.shape)).toEqual(expect.arrayContaining(Object.keys(image)));
    expect(() => loadConfig(variables, { ...image, ...given })).not.toThrow();
  },
);

test("traces are off by default, and all services send them to the same collector", () => {
  const tracingOf = (service: string) =>
    Object.entries(compose.services[service]?.environment ?? {}).filter(([name]) => name.startsWith("OTEL_"));
  const gateway = tracingOf("gateway");
  expect(gateway.map(([name]) => name)).toContain("OTEL_EXPORTER_OTLP_ENDPOINT");
  for (const service of ["catalog", "worker", "courier"])
    expect([service, ...tracingOf(service)]).toEqual([service, ...gateway]);
  expect(environmentOf("gateway")["OTEL_EXPORTER_OTLP_ENDPOINT"]).toBe("");
});

test(".env.example names exactly the variables that Compose reads, with the defaults of Compose", () => {
  // `$$` is a literal `$` for the shell that starts Redis.
  expect(Object.keys(example).toSorted()).toEqual([...new Set(interpolations.map(({ name }) => name))].toSorted());
  for (const { name, operator, operand } of interpolations) {
    if (operator === "-" && operand !== "") expect({ name, value: example[name] }).toEqual({ name, value: operand });
  }
});

test("no secret is in a file of the repository or in the environment of a container", () => {
  expect(Object.keys(compose.secrets).toSorted()).toEqual(Object.keys(secrets).toSorted());
  for (const name of Object.keys(secrets))
    expect(compose.secrets[name]?.file).toBe(`\${SECRETS_DIR:-./secrets}/${name}`);
  expect(read(".gitignore")).toMatch(/^\/secrets\/$/m);
  const given = [...services.flatMap(([, { environment }]) => Object.entries(environment)), ...Object.entries(example)];
  for (const [name, value] of given) {
    if (/PASSWORD|KEY|(DATABASE|REDIS)_URL/.test(name))
      expect([name, value]).toEqual([expect.stringMatching(/_FILE$/), expect.stringMatching(/^\/run\/secrets\//)]);
    else expect(value).not.toMatch(/:\/\/[^/]*@/);
  }
});

test("only the gateway can be reached from outside, and only it and the courier reach out, by networks of their own", () => {
  const outside = Object.entries(compose.networks).filter(([, network]) => !network?.internal);
  expect(outside.map(([name]) => name)).toEqual(["public", "outside"]);
  const inNetwork = (name: string) =>
    services.filter(([, { networks }]) => networks.includes(name)).map(([service]) => service);
  expect([inNetwork("public"), inNetwork("outside")]).toEqual([["gateway"], ["courier"]]);
  expect(services.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(["gateway"]);
});

test("networks and credentials reach only the services that need them", () => {
  const having = (list: "networks" | "secrets", name: string) =>
    services.filter(([, service]) => service[list].includes(name)).map(([service]) => service);
  for (const [network, members] of Object.entries({
    database: ["catalog", "migrate", "postgres"],
    queue: ["courier", "gateway", "redis", "worker"],
    catalog: ["catalog", "courier", "gateway", "worker"],
  }))
    expect([network, ...having("networks", network).toSorted()]).toEqual([network, ...members]);
  for (const [secret, holders] of Object.entries({
    "postgres-password": ["postgres"],
    "database-url": ["catalog", "migrate"],
    "redis-password": ["redis"],
    "redis-gateway-password": ["redis"],
    "redis-worker-password": ["redis"],
    "redis-courier-password": ["redis"],
    "redis-gateway-url": ["gateway"],
    "redis-worker-url": ["worker"],
    "redis-courier-url": ["courier"],
    "service-token-private-key": ["gateway"],
    "service-token-public-key": ["catalog", "worker"],
    "courier-token-private-key": ["courier"],
    "courier-token-public-key": ["catalog", "worker"],
    "secrets-key": ["catalog"],
  }))
    expect([secret, ...having("secrets", secret).toSorted()]).toEqual([secret, ...holders]);
});

test("a stop ends gateways first, then workers, then catalogs, and the databases last", () => {
  const needs = (service: string) => Object.keys(compose.services[service]?.depends_on ?? {}).toSorted();
  expect(["gateway", "worker", "courier", "catalog", "migrate"].map((service) => [service, needs(service)])).toEqual([
    ["gateway", ["catalog", "redis", "worker"]],
    ["worker", ["catalog", "redis"]],
    ["courier", ["catalog", "redis"]],
    ["catalog", ["migrate", "postgres"]],
    ["migrate", ["postgres"]],
  ]);
});

test("Redis has the settings and rights that the tests try, in Compose and in Kubernetes", () => {
  for (const path of ["docker-compose.yml", "k8s/components/databases/redis.yaml"]) {
    for (const setting of ["appendonly yes", ...redisSettings]) expect(read(path)).toContain(` --${setting} `);
    for (const name of redisUserNames) expect(read(path)).toContain(` ${redisUserRules()[name].join(" ")}\n`);
  }
});

/** Returns the services that the words after `docker compose` name. */
function servicesIn([verb = "", ...words]: readonly string[]): string[] {
  const takesValue = /^(--scale|-e|--env|--user)$/;
  const plain = words.filter((word, at) => !word.startsWith("-") && !takesValue.test(words[at - 1] ?? ""));
  const scaled = words.filter((_, at) => words[at - 1] === "--scale").map((word) => word.replace(/=\d+$/, ""));
  return [...scaled, ...(/^(run|exec)$/.test(verb) ? plain.slice(0, 1) : plain)];
}

test("documented commands for Compose name existing services", () => {
  const commands = commandsIn("docker compose", ["README.md", "docs/operations.md", "docs/runbook.md"]);
  const named = commands.map(servicesIn);
  expect(named.filter((names) => names.length > 0).length).toBeGreaterThan(12);
  expect(named.flat().filter((name) => !(name in compose.services))).toEqual([]);
  expect(servicesIn("up --detach --scale workers=2 gateways".split(" "))).toEqual(["workers", "gateways"]);
  expect(servicesIn("exec -T -e SEED=1 catalogs node src/seed-demo.ts".split(" "))).toEqual(["catalogs"]);
});

test("each listed drill exists, and drills.sh refuses others before it starts anything", () => {
  const drills = (...args: string[]) => spawnSync("bash", [join(root, "infra/docker/drills.sh"), ...args]);
  const names = [...String(drills("--list").stdout).matchAll(/^[a-z-]+/gm)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(20);
  const functions = [...read("infra/docker/drills.sh").matchAll(/^drill_(\w+)\(\)/gm)].map(([, name = ""]) => name);
  expect(functions.toSorted()).toEqual(names.map((name) => name.replaceAll("-", "_")).toSorted());
  expect(drills("redis-silence")).toMatchObject({ status: 2, stderr: expect.anything() });
  expect(String(drills("--runs", "many").stderr)).toContain("--runs needs a number");
  const added = z
    .object({ services: z.record(z.string(), z.unknown()) })
    .parse(parse(read("infra/docker/drills/compose.yml")));
  expect(Object.keys(added.services).filter((name) => !(name in compose.services))).toEqual(["names"]);
});

test("a drill counts the log lines of one cause in ten seconds, without those of requests", () => {
  const line = (second: number, fields: Record<string, string>) =>
    `${new Date(second * 1_000).toISOString()} ${JSON.stringify({ level: "warn", ...fields })}`;
  const count = (lines: readonly string[]) =>
    spawnSync(process.execPath, [join(root, "infra/docker/drills/count-log-lines.ts")], { input: lines.join("\n") });
  const away = { message: "redis is away", connection: "producer", errorMessage: "READONLY You can't write" };
  const seconds = Array.from({ length: 25 }, (_, second) => second);
  const flood = seconds.map((second) => line(12 + second / 1_000, { ...away, connection: "consumer" }));
  const requests = seconds.map((second) => line(second / 1_000, { ...away, requestId: "request" }));
  const once = seconds.map((second) => line(second, away));
  expect(String(count([...once, ...requests]).stdout)).toBe("1.0\tredis is away producer READONLY\n");
  expect(String(count([...once, ...flood]).stdout)).toBe("2.5\tredis is away consumer READONLY\n");
  expect(String(count([`${new Date(0).toISOString()} Trace: a warning`]).stdout)).toBe(
    "0.1\ta line that is not JSON\n",
  );
});

test("an image has its version, an init process and the licence", () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read("package.json")));
  expect(dockerfile).toContain(`\nARG VERSION=${version}\n`);
  expect(dockerfile).toContain('\nENTRYPOINT ["/usr/bin/tini", "-s", "--"]\n');
  expect(dockerfile).toContain("/source/platen/LICENSE");
});

test.each(services)("%s runs without privileges, with a read-only file system and with limits", (_name, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], cap_add: [], privileged: false });
  expect(service.security_opt).toContain("no-new-privileges:true");
  expect(service.mem_limit).toBeDefined();
  expect(service.pids_limit).toBeGreaterThan(0);
  if (service.build) expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  else expect(service.user).toMatch(/^(postgres|redis)$/);
});

test("the worker's seccomp profile allows Chromium's sandbox and no call that needs a privilege", () => {
  expect(compose.services["worker"]?.security_opt).toContain("seccomp:k8s/seccomp/chromium.json");
  const profile = z
    .object({
      defaultAction: z.literal("SCMP_ACT_ERRNO"),
      syscalls: z.array(
        z.object({ names: z.array(z.string()), action: z.string(), args: z.array(z.unknown()).default([]) }),
      ),
    })
    .parse(JSON.parse(read("k8s/seccomp/chromium.json")));
  const rules = profile.syscalls.flatMap(({ names, action, args }) =>
    names.map((name) => ({ name, allowed: action === "SCMP_ACT_ALLOW", limited: args.length > 0 })),
  );
  const allowed = Map.groupBy(
    rules.filter((rule) => rule.allowed),
    ({ name }) => name,
  );
  // Conditions on the flags allow some namespaces, but not a mount namespace, which opens up much of the kernel.
  for (const name of ["clone", "unshare", "socket"]) {
    // A single rule without conditions would allow every flag.
    const limits = allowed.get(name)?.map(({ limited }) => limited) ?? [];
    expect({ name, limits: new Set(limits) }).toEqual({ name, limits: new Set([true]) });
  }
  for (const name of ["chroot", "seccomp", "prctl"]) expect(allowed.has(name)).toBe(true);
  const forbidden = "clone3 setns mount umount2 pivot_root ptrace process_vm_readv bpf perf_event_open keyctl add_key";
  for (const name of `${forbidden} userfaultfd io_uring_setup init_module kexec_load reboot`.split(" ")) {
    expect({ name, allowed: allowed.has(name) }).toEqual({ name, allowed: false });
  }
});

test("a worker has the memory and the processes for each document at once", () => {
  const { mem_limit, pids_limit } = compose.services["worker"] ?? {};
  const slots = Number(environmentOf("worker")["RENDER_CONCURRENCY"]);
  const tmp = 512;
  const gigabytes = /^(\d+)g$/.exec(mem_limit ?? "")?.[1];
  expect(Number(gigabytes) * 1_024).toBeGreaterThanOrEqual(250 + 400 * slots + tmp);
  expect(pids_limit).toBeGreaterThanOrEqual(512 * slots);
});

test("the Docker engine receives only the files that images need, without tests and proofs", () => {
  const rules = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(rules[0]).toBe("*");
  expect(rules.filter((rule) => rule.startsWith("!"))).toEqual(
    [
      "LICENSE",
      "infra/local/pinned-pnpm.mjs",
      "package.json",
      "pnpm-lock.yaml",
      "pnpm-workspace.yaml",
      "tsconfig.base.json",
      "packages",
      "services",
      "docs/*.md",
      "docs/pictures/design",
    ].map((name) => `!${name}`),
  );
  expect(rules).toEqual(expect.arrayContaining(["**/*.test.ts", "**/proof", "**/hostile-*", "**/test-*.ts"]));
});
