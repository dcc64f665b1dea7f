import { createHash } from "node:crypto";
import type { Html } from "./html.ts";
import { escapeHtml } from "./html.ts";

const style = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5b6577; --line: #dfe4ec; --back: #ffffff; --panel: #f5f7fa; --accent: #1f5fbf; --good: #1a7f4b; --warn: #a35b00; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf1; --soft: #9aa5b8; --line: #2c3442; --back: #12161d; --panel: #1a2029; --accent: #7fb0ff; --good: #5fcf97; --warn: #f0b45b; --bad: #ff8f86; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.35rem; margin: 3rem 0 1rem; padding-bottom: .4rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 2.25rem 0 .5rem; }
h4 { font-size: .8rem; margin: 1.25rem 0 .4rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; }
p { margin: .5rem 0; max-width: 70ch; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { background: var(--panel); padding: .1em .35em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; margin: .6rem 0; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .8rem; }
td p { margin: 0; }
.table { overflow-x: auto; }
.layout { display: grid; grid-template-columns: 250px minmax(0, 1fr); max-width: 1200px; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 1rem 2rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav strong { display: block; font-size: 1.1rem; margin-bottom: 1rem; }
nav span { display: block; margin: 1.1rem 0 .3rem; color: var(--soft); font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; }
nav a { display: block; padding: .15rem 0; color: var(--ink); }
main { padding: 2rem 2rem 5rem; min-width: 0; }
.method { display: inline-block; min-width: 4.2em; text-align: center; font: 600 .75rem/1.6 ui-monospace, Menlo, Consolas, monospace; color: var(--back); background: var(--accent); border-radius: 4px; margin-right: .6em; }
.method.post, .method.put { background: var(--good); }
.method.patch { background: var(--warn); }
.method.delete { background: var(--bad); }
.path { font-size: .95rem; background: none; padding: 0; }
.soft { color: var(--soft); }
.required { color: var(--warn); font-size: .8rem; }
.card { max-width: 34rem; margin: 18vh auto 0; padding: 2.5rem; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
@media (max-width: 800px) { .layout { display: block; } nav { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line); } main { padding: 1.5rem; } .card { margin: 2rem 1rem 0; } }
@media print { nav { display: none; } .layout { display: block; } }
`;

/** Allows a page its own style and nothing else: no script, no frame, no form, no request. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Writes a whole page that loads nothing. */
export function page(title: string, body: Html): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body.html}
</body>
</html>
`;
}
