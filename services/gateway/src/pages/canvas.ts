/** The fonts of the workers, in the built dashboard; its `vite.config.ts` names the folder. */
const fontFolder = "/dashboard/assets/fonts/";

/** A host that a policy can name. A policy has no form for IPv6 addresses. */
const namedHost = /^[\w.-]+(?::\d+)?$/;

/**
 * Lets the content of the canvas look as it does on paper and do nothing else: no script, no request, no form, no
 * frame. The dashboard builds the content from outside and needs `allow-same-origin` for that; the content itself runs
 * no script that could use it. Fonts come from one folder of this host, so that no template reaches the API.
 */
function canvasPolicy(host: string | undefined): string {
  const fonts = host !== undefined && namedHost.test(host) ? ` ${host}${fontFolder}` : "";
  return [
    "sandbox allow-same-origin",
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    `font-src data: blob:${fonts}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** The empty document in which the visual editor shows a template. */
export const canvasPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Template</title>
</head>
<body></body>
</html>
`;

/** Headers of the canvas: only the dashboard may frame it, and browsers look up no host name for a link in it. */
export function canvasHeaders(host: string | undefined): Record<string, string> {
  return {
    "Content-Security-Policy": canvasPolicy(host),
    "X-Frame-Options": "SAMEORIGIN",
    "X-DNS-Prefetch-Control": "off",
  };
}
