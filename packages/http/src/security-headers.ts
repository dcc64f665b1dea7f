import type { Express, Request } from "express";

const headers = new Map([
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ["Cache-Control", "no-store"],
]);

/** A year, for this host alone: its neighbours are not ours. */
const strictTransport = "max-age=31536000";

/**
 * Sets the headers of every answer. Pages add their own Content-Security-Policy. Where `isSecure` says that a request
 * came by https, browsers are told to use nothing else.
 */
export function setUpSecurityHeaders(app: Express, options: { isSecure?: (request: Request) => boolean } = {}): void {
  app.disable("x-powered-by");
  app.use((request, response, next) => {
    response.setHeaders(headers);
    if (options.isSecure?.(request)) response.setHeader("Strict-Transport-Security", strictTransport);
    next();
  });
}
