import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Problem } from "@platen/contracts";
import { createSdkDocument } from "@platen/contracts/openapi-sdk";
import type { Express, Request, Response } from "express";
import type { DashboardFiles } from "./dashboard-files.ts";
import { describeApi } from "./docs/described-api.ts";
import { searchPath } from "./docs/docs-frame.ts";
import { createDocsSite } from "./docs/docs-site.ts";
import { longestQuery } from "./docs/search-docs.ts";
import type { Page, PageFonts } from "./page.ts";

const compress = promisify(gzip);

const cacheControl = "public, max-age=300";

/** The Latin letters of the dashboard's two families. */
const fontFiles = {
  "Geist Variable": /^assets\/geist-latin-wght-normal-/,
  "Geist Mono Variable": /^assets\/geist-mono-latin-wght-normal-/,
};

function fontsOf(files: DashboardFiles | undefined): PageFonts {
  const paths = [...(files?.assets.keys() ?? [])];
  const found = Object.entries(fontFiles).map(([family, pattern]) => {
    const path = paths.find((name) => pattern.test(name));
    return path === undefined ? [] : [[family, `/dashboard/${path}`]];
  });
  return Object.fromEntries(found.flat());
}

function sendPage(response: Response, { html, policy }: Page): void {
  response.set({ "Content-Security-Policy": policy, "Cache-Control": cacheControl });
  response.type("html").send(html);
}

/** Compresses each page once, when a browser first asks for it. */
function createCompressedPages() {
  const compressed = new Map<Page, Promise<Buffer>>();
  return async (request: Request, response: Response, page: Page): Promise<void> => {
    response.set("Vary", "Accept-Encoding");
    if (request.acceptsEncodings("gzip") !== "gzip") return sendPage(response, page);
    const bytes = compressed.get(page) ?? compress(page.html);
    compressed.set(page, bytes);
    const body = await bytes;
    response.set({ "Content-Security-Policy": page.policy, "Cache-Control": cacheControl, "Content-Encoding": "gzip" });
    response.type("html").send(body);
  };
}

/** Serves the documentation, in the dress of the dashboard, and the OpenAPI documents. */
export function setUpPages(app: Express, files: DashboardFiles | undefined): void {
  const { openApi, api, operations } = describeApi();
  const docs = createDocsSite(api, operations, fontsOf(files));
  const sendCompressed = createCompressedPages();

  app.get(searchPath, (request, response) => {
    const { q } = request.query;
    sendPage(response, docs.search(typeof q === "string" ? q.slice(0, longestQuery) : ""));
  });
  app.get(["/docs", "/docs/{*path}"], async (request, response) => {
    const page = docs.pages.get(request.path.replace(/\/$/, ""));
    if (page) await sendCompressed(request, response, page);
    else sendPage(response.status(404), docs.notFound);
  });
  app.get("/api/v1/openapi.json", (_request, response) => {
    response.set("Cache-Control", cacheControl).json(openApi);
  });
  const sdk = createSdkDocument();
  app.get("/api/v1/openapi-sdk.json", (_request, response) => {
    response.set("Cache-Control", cacheControl).json(sdk);
  });
  app.get("/", (_request, response) => response.redirect(302, "/dashboard"));

  app.all(["/docs", "/docs/{*path}", "/api/v1/openapi.json", "/api/v1/openapi-sdk.json", "/"], (request, response) => {
    response.set("Allow", "GET, HEAD");
    throw new Problem("method.not_allowed", { message: `${request.method} is not allowed here; use GET, HEAD.` });
  });
}
