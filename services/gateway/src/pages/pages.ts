import { Problem } from "@platen/contracts";
import type { Express } from "express";
import { dashboardPage } from "./dashboard-page.ts";
import { describeApi } from "./described-api.ts";
import { docsPage } from "./docs-page.ts";
import { pagePolicy } from "./page.ts";

const cacheControl = "public, max-age=300";

/** Serves what is for people: the documentation, where the dashboard will be, and the OpenAPI document. */
export function setUpPages(app: Express): void {
  const { openApi, api, operations } = describeApi();
  const pages = new Map([
    ["/docs", docsPage(api, operations)],
    ["/dashboard", dashboardPage()],
  ]);

  for (const [path, content] of pages) {
    app.get(path, (_request, response) => {
      response.set({ "Content-Security-Policy": pagePolicy, "Cache-Control": cacheControl });
      response.type("html").send(content);
    });
  }
  app.get("/api/v1/openapi.json", (_request, response) => {
    response.set("Cache-Control", cacheControl).json(openApi);
  });
  app.get("/", (_request, response) => response.redirect(302, "/docs"));

  app.all([...pages.keys(), "/api/v1/openapi.json", "/"], (request, response) => {
    response.set("Allow", "GET, HEAD");
    throw new Problem("method.not_allowed", { message: `${request.method} is not allowed here; use GET, HEAD.` });
  });
}
