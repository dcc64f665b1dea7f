import { randomBytes } from "node:crypto";
import { Problem } from "@platen/contracts";
import type { Express, Request, Response } from "express";
import { canvasHeaders, canvasPage } from "./canvas.ts";
import type { DashboardFile, DashboardFiles } from "./dashboard-files.ts";

/** The placeholder for the nonce in the built page; the dashboard's `vite.config.ts` writes it. */
const noncePlaceholder = "PLATEN_CSP_NONCE";

/**
 * Scripts come from the dashboard's own files alone. Style elements that its components create at run time carry the
 * nonce, which no content can know. The page loads nothing from elsewhere, and nothing may frame it.
 */
function dashboardPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    // Pictures of templates are data URLs or blobs of the browser.
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    // The canvas. A link in it to another site is not loaded either.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

async function sendAsset(file: DashboardFile, request: Request, response: Response): Promise<void> {
  response.set({
    "Content-Type": file.type,
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
  });
  const gzipped = request.acceptsEncodings("gzip") === "gzip" ? await file.gzipped() : undefined;
  if (gzipped) response.set("Content-Encoding", "gzip");
  response.send(gzipped ?? (await file.bytes()));
}

/** Serves the dashboard under `/dashboard`: its files, and its page at every other address. */
export function setUpDashboard(app: Express, files: DashboardFiles | undefined): void {
  app.get("/dashboard/assets/{*path}", async (request, response) => {
    const file = files?.assets.get(request.path.slice("/dashboard/".length));
    if (!file) throw new Problem("route.not_found", { message: "The dashboard has no such file." });
    await sendAsset(file, request, response);
  });

  app.get("/dashboard/canvas", (request, response) => {
    response.set(canvasHeaders(request.host)).type("html").send(canvasPage);
  });

  app.get(["/dashboard", "/dashboard/{*path}"], (_request, response) => {
    if (!files) {
      throw new Problem("dependency.unavailable", {
        message: "The dashboard is not built. Run `node services/dashboard/build.ts`, then start the gateway again.",
      });
    }
    const nonce = randomBytes(16).toString("base64url");
    // Not stored: a cached page would carry another nonce than the policy of the answer.
    response.set({ "Content-Security-Policy": dashboardPolicy(nonce), "Cache-Control": "no-cache, no-store" });
    response.type("html").send(files.index.replaceAll(noncePlaceholder, nonce));
  });

  app.all(["/dashboard", "/dashboard/{*path}"], (request, response) => {
    response.set("Allow", "GET, HEAD");
    throw new Problem("method.not_allowed", { message: `${request.method} is not allowed here; use GET, HEAD.` });
  });
}
