import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { gatewayVariables } from "@platen/gateway/config";
import { documentedCode } from "@platen/testing";
import { parse } from "yaml";
import { z } from "zod";

const rootFolder = join(import.meta.dirname, "../../..");

/** Where the file of each proxy says how long it waits for an answer, and keeps an idle connection to the gateway. */
const proxies = [
  { name: "nginx", language: "nginx", answer: "proxy_read_timeout", idle: "keepalive_timeout" },
  { name: "Caddy", language: "caddyfile", answer: "response_header_timeout", idle: "keepalive" },
  { name: "Traefik", language: "yaml", answer: "responseHeaderTimeout:", idle: "idleConnTimeout:" },
  { name: "HAProxy", language: "haproxy", answer: "timeout server", idle: "pool-purge-delay" },
];

test.each(proxies)(
  "$name waits for the longest answer, and closes idle connections 5 s before the gateway",
  ({ name, language, answer, idle }) => {
    const file = documentedCode("docs/behind-a-proxy.md", name, language);
    const secondsOf = (setting: string) => Number(new RegExp(`\\b${setting} (\\d+)s\\b`).exec(file)?.[1]);
    expect(secondsOf(answer)).toBe(75);
    const gatewayMs = gatewayVariables.shape.KEEP_ALIVE_TIMEOUT_MS.parse(undefined);
    expect(secondsOf(idle) * 1_000).toBeLessThanOrEqual(gatewayMs - 5_000);
  },
);

test("the files of Traefik route all requests to one service", () => {
  const routers = z.record(z.string(), z.looseObject({ rule: z.string(), service: z.literal("platen") }));
  const file = z.object({ http: z.object({ routers, services: z.strictObject({ platen: z.unknown() }) }) });
  const shown: unknown = parse(documentedCode("docs/behind-a-proxy.md", "Traefik", "yaml"));
  expect(file.safeParse(shown)).toMatchObject({ success: true });
});

test("the file of Caddy beside docker-compose.yml is that of the page, for one gateway", () => {
  const shown = documentedCode("docs/behind-a-proxy.md", "Caddy", "caddyfile")
    .replace("10.0.0.11:8080 10.0.0.12:8080", "gateway:8080")
    .replace(/buffer_requests # .*: (?=request_buffers)/, "")
    .replaceAll("platen.example", "{$PLATEN_DOMAIN}");
  const [comment = "", ...lines] = readFileSync(join(rootFolder, "infra/docker/Caddyfile"), "utf8").split("\n");
  expect(comment).toMatch(/^# /);
  expect(lines.join("\n")).toBe(shown);
});

test("Caddy beside docker-compose.yml reaches the gateway, which believes it", () => {
  const read = (path: string): unknown => parse(readFileSync(join(rootFolder, path), "utf8"), { merge: true });
  const service = z.object({
    networks: z.array(z.string()).default([]),
    environment: z.record(z.string(), z.unknown()),
  });
  const file = z.object({ services: z.object({ gateway: service, caddy: service.optional() }) });
  const { caddy, gateway } = file.parse(read("infra/docker/tls.yml")).services;
  const networks = new Set(file.parse(read("docker-compose.yml")).services.gateway.networks);
  expect(caddy?.networks.filter((name) => networks.has(name))).toEqual(["public"]);
  expect(gateway.environment).toEqual({
    PUBLIC_URL: expect.stringMatching(/^https:\/\/\$\{PLATEN_DOMAIN:\?/),
    TRUST_PROXY: 1,
  });
});
