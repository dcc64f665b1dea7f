/**
 * Lets what is put into the canvas look as it does on paper and do nothing else: no script, no request, no form, no
 * frame of its own. `allow-same-origin` is for the dashboard, which builds the content from outside; without scripts
 * the content itself has no use of it.
 */
const canvasPolicy = [
  "sandbox allow-same-origin",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

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

/** Headers of the canvas's own: only the dashboard may frame it, and no name is looked up for a link in it. */
export const canvasHeaders = {
  "Content-Security-Policy": canvasPolicy,
  "X-Frame-Options": "SAMEORIGIN",
  "X-DNS-Prefetch-Control": "off",
};
