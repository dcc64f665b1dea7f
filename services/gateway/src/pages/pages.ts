import { Problem } from "@platen/contracts";
import type { Express } from "express";
import { describeApi } from "./described-api.ts";
import { docsPage } from "./docs-page.ts";
import { pagePolicy } from "./page.ts";

const cacheControl = "public, max-age=300";

/** Serves the documentation page and the OpenAPI document. */
export function setUpPages(app: Express): void {
  const { openApi, api, operations } = describeApi();
  const docs = docsPage(api, operations);

  app.get("/docs", (_request, response) => {
    response.set({ "Content-Security-Policy": pagePolicy, "Cache-Control": cacheControl });
    response.type("html").send(docs);
  });
  app.get("/api/v1/openapi.json", (_request, response) => {
    response.set("Cache-Control", cacheControl).json(openApi);
  });
  app.get("/", (_request, response) => response.redirect(302, "/dashboard"));

  app.all(["/docs", "/api/v1/openapi.json", "/"], (request, response) => {
    response.set("Allow", "GET, HEAD");
    throw new Problem("method.not_allowed", { message: `${request.method} is not allowed here; use GET, HEAD.` });
  });
}
