import type { Express } from "express";

const headers = new Map([
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ["Cache-Control", "no-store"],
]);

/** Sets the headers of every answer. Pages add their own Content-Security-Policy. */
export function setUpSecurityHeaders(app: Express): void {
  app.disable("x-powered-by");
  app.use((_request, response, next) => {
    response.setHeaders(headers);
    next();
  });
}
