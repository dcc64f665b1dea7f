import { Problem } from "@platen/contracts";
import { createSdkDocument } from "@platen/contracts/openapi-sdk";
import type { Express } from "express";
import { describeApi } from "./described-api.ts";
import { docsPage } from "./docs-page.ts";
import type { DashboardFiles } from "./dashboard-files.ts";
import type { PageFonts } from "./page.ts";

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

/** Serves the documentation page, in the dress of the dashboard, and the OpenAPI documents. */
export function setUpPages(app: Express, files: DashboardFiles | undefined): void {
  const { openApi, api, operations } = describeApi();
  const docs = docsPage(api, operations, fontsOf(files));

  app.get("/docs", (_request, response) => {
    response.set({ "Content-Security-Policy": docs.policy, "Cache-Control": cacheControl });
    response.type("html").send(docs.html);
  });
  app.get("/api/v1/openapi.json", (_request, response) => {
    response.set("Cache-Control", cacheControl).json(openApi);
  });
  const sdk = createSdkDocument();
  app.get("/api/v1/openapi-sdk.json", (_request, response) => {
    response.set("Cache-Control", cacheControl).json(sdk);
  });
  app.get("/", (_request, response) => response.redirect(302, "/dashboard"));

  app.all(["/docs", "/api/v1/openapi.json", "/api/v1/openapi-sdk.json", "/"], (request, response) => {
    response.set("Allow", "GET, HEAD");
    throw new Problem("method.not_allowed", { message: `${request.method} is not allowed here; use GET, HEAD.` });
  });
}
