import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { setUpProblems, setUpRequestContext, setUpSecurityHeaders, startServer } from "@platen/http";
import { createLogger } from "@platen/telemetry";
import express from "express";
import { canvasHeaders } from "./canvas.ts";
import { readDashboardFiles } from "./dashboard-files.ts";
import { setUpDashboard } from "./dashboard.ts";

const script = `export const answer = ${"4".repeat(2_000)};`;
const folder = mkdtempSync(join(tmpdir(), "dashboard-"));
let server: Awaited<ReturnType<typeof serve>>;
let unbuilt: Awaited<ReturnType<typeof serve>>;

async function serve(files: string) {
  const app = express();
  const logger = createLogger({ service: "test", level: "error" });
  app.disable("etag");
  setUpRequestContext(app, { logger, observe: () => undefined });
  setUpSecurityHeaders(app);
  setUpDashboard(app, readDashboardFiles(files));
  setUpProblems(app, { logger });
  const { port, close } = await startServer(app, { host: "127.0.0.1", port: 0 });
  return { url: `http://127.0.0.1:${port}`, close };
}

beforeAll(async () => {
  mkdirSync(join(folder, "assets/fonts"), { recursive: true });
  writeFileSync(join(folder, "index.html"), '<meta nonce="PLATEN_CSP_NONCE"><style nonce="PLATEN_CSP_NONCE"></style>');
  writeFileSync(join(folder, "secret.txt"), "not an asset");
  writeFileSync(join(folder, "assets/index-1a2b3c.js"), script);
  writeFileSync(join(folder, "assets/index-1a2b3c.css"), "body { color: red }");
  writeFileSync(join(folder, "assets/font-1a2b3c.woff2"), "wOF2");
  writeFileSync(join(folder, "assets/fonts/Inter-1a2b3c.ttf"), "a font");
  server = await serve(folder);
  unbuilt = await serve(join(folder, "nowhere"));
});

afterAll(async () => {
  await Promise.all([server.close(1_000), unbuilt.close(1_000)]);
  rmSync(folder, { recursive: true });
});

const get = (path: string, init?: RequestInit) => fetch(server.url + path, init);

describe("the dashboard's page", () => {
  test.each(["/dashboard", "/dashboard/", "/dashboard/projects/prj_1/api-keys", "/dashboard/sign-in?to=%2Faccount"])(
    "answers at %s, because the browser follows its routes",
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(response.headers.get("cache-control")).toBe("no-cache, no-store");
      expect(await response.text()).toContain("<meta nonce=");
    },
  );

  test("runs scripts from its own files alone, cannot be framed, has no opener and sends no form", async () => {
    const { headers } = await get("/dashboard");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
  });

  test("carries the nonce of its policy, a new one in each answer", async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await get("/dashboard");
        const nonce = /style-src 'self' 'nonce-([\w-]{22})'/.exec(
          response.headers.get("content-security-policy") ?? "",
        )?.[1];
        expect(await response.text()).toBe(`<meta nonce="${nonce}"><style nonce="${nonce}"></style>`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  test("says how to build it if it is not built", async () => {
    const response = await fetch(`${unbuilt.url}/dashboard`);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("services/dashboard/build.ts");
  });
});

describe("the canvas", () => {
  test("is an empty document that only the dashboard may frame and in which nothing runs or loads", async () => {
    const response = await get("/dashboard/canvas");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(response.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(response.headers.get("x-dns-prefetch-control")).toBe("off");
    expect(response.headers.get("content-security-policy")?.split("; ")).toEqual([
      "sandbox allow-same-origin",
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      "img-src data: blob:",
      `font-src data: blob: ${new URL(server.url).host}/dashboard/assets/fonts/`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    expect(await response.text()).toMatch(/^<!doctype html>[^]*<body><\/body>\n<\/html>\n$/);
  });

  test.each(["[::1]:8080", "a.example; script-src *", "a.example/ https:"])(
    "adds nothing to its policy for the host %s",
    (host) => {
      expect(canvasHeaders(host)["Content-Security-Policy"]).toContain("; font-src data: blob:; base-uri 'none'");
    },
  );

  test("is the only content that the dashboard may frame", async () => {
    const page = (await get("/dashboard")).headers;
    expect(page.get("content-security-policy")).toContain("; frame-src 'self';");
    expect(page.get("x-frame-options")).toBe("DENY");
  });
});

describe("a file of the dashboard", () => {
  test.each([
    ["index-1a2b3c.js", "text/javascript; charset=utf-8"],
    ["index-1a2b3c.css", "text/css; charset=utf-8"],
    ["font-1a2b3c.woff2", "font/woff2"],
    ["fonts/Inter-1a2b3c.ttf", "font/ttf"],
  ])("%s has its type and is cached for good, because its name changes with its content", async (name, type) => {
    const response = await get(`/dashboard/assets/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("is compressed for clients that accept it, and plain for others", async () => {
    const path = "/dashboard/assets/index-1a2b3c.js";
    const plain = await get(path, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe(script);
    const compressed = await get(path, { headers: { "accept-encoding": "gzip" } });
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(compressed.headers.get("vary")).toContain("Accept-Encoding");
    expect(Number(compressed.headers.get("content-length"))).toBeLessThan(200);
    expect(await compressed.text()).toBe(script);
  });

  test("answers HEAD with its headers alone", async () => {
    const response = await get("/dashboard/assets/index-1a2b3c.js", {
      method: "HEAD",
      headers: { "accept-encoding": "identity" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(script.length));
    expect(await response.text()).toBe("");
  });

  test.each([
    "/dashboard/assets/index-000000.js",
    "/dashboard/assets/",
    "/dashboard/assets/../index.html",
    "/dashboard/assets/..%2fsecret.txt",
    "/dashboard/assets/%2e%2e/secret.txt",
    "/dashboard/assets/constructor",
  ])("%s does not exist, and no file outside the assets is served", async (path) => {
    const response = await get(path);
    const body = await response.text();
    expect(body).not.toContain("not an asset");
    if (response.status === 200) expect(body).toContain("<meta nonce=");
    else expect(response.status).toBe(404);
  });
});

test.each(["/dashboard", "/dashboard/projects", "/dashboard/canvas", "/dashboard/assets/index-1a2b3c.js"])(
  "%s is read-only",
  async (path) => {
    const response = await get(path, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  },
);
