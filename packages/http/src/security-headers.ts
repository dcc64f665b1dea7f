import type { Express } from "express";

const headers = new Map([
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ["Cache-Control", "no-store"],
]);

/** Headers every answer carries; pages add a Content-Security-Policy of their own. */
export function setUpSecurityHeaders(app: Express): void {
  app.disable("x-powered-by");
  app.use((_request, response, next) => {
    response.setHeaders(headers);
    next();
  });
}
