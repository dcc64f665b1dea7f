import { createHash } from "node:crypto";
import type { Html } from "./html.ts";
import { escapeHtml } from "./html.ts";

/** With the colours of the dashboard's `theme.css`. The page has its own, because it loads no style sheet. */
const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c1a17, #ebe8e2); --soft: light-dark(#65615a, #aaa59c); --line: light-dark(#e6e3dc, #2f2d2a); --back: light-dark(#f8f7f4, #141312); --panel: light-dark(#ffffff, #1c1b19); --accent: light-dark(#0f6f58, #5cc2a2); --good: light-dark(#24588f, #8ab8ea); --warn: light-dark(#7b520c, #e8b750); --bad: light-dark(#ab3122, #f08a7b); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.55 "Geist Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.35rem; margin: 3rem 0 1rem; padding-bottom: .4rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 2.25rem 0 .5rem; }
h4 { font-size: .8rem; margin: 1.25rem 0 .4rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; }
p { margin: .5rem 0; max-width: 70ch; }
code, pre { font: .875em/1.5 "Geist Mono Variable", ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { background: var(--panel); padding: .1em .35em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 7px; padding: .9rem 1rem; overflow-x: auto; margin: .6rem 0; }
pre code { background: none; padding: 0; font-size: 1em; overflow-wrap: normal; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .8rem; }
td p { margin: 0; }
td:first-child code { white-space: nowrap; }
.table { overflow-x: auto; }
.layout { display: grid; grid-template-columns: 250px minmax(0, 1fr); max-width: 1200px; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 1rem 2rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav .home { display: flex; align-items: center; gap: .5rem; font-size: 1.1rem; font-weight: 600; margin-bottom: 1rem; }
nav .home svg { width: 26px; height: 26px; }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; }
legend { padding: 0; color: var(--soft); font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; }
label { display: inline-flex; align-items: center; gap: .3rem; min-height: 24px; margin-right: .7rem; }
input { margin: 0; accent-color: var(--accent); }
:root:not(:has(#curl:checked)) .in-curl, :root:not(:has(#typescript:checked)) .in-typescript, :root:not(:has(#python:checked)) .in-python { display: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
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
@media (max-width: 600px) { table { table-layout: fixed; } th:last-child { width: 46%; } td { overflow-wrap: anywhere; padding-right: .5rem; } td:first-child code { white-space: normal; } }
@media print { nav { display: none; } .layout { display: block; } }
`;

export type Page = { html: string; /** The content security policy of the answer. */ policy: string };

/** The font files of the dashboard, by family. A page without them takes fonts of the reader's system. */
export type PageFonts = Readonly<Record<string, string>>;

/** Writes a whole page, which loads the fonts and nothing else: no script, no frame, no form. */
export function page(title: string, body: Html, fonts: PageFonts = {}): Page {
  const faces = Object.entries(fonts).map(
    ([family, path]) => `@font-face { font-family: "${family}"; font-weight: 100 900; src: url(${path}); }\n`,
  );
  const ownStyle = faces.join("") + style;
  return {
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${createHash("sha256").update(ownStyle).digest("base64")}'`,
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${ownStyle}</style>
</head>
<body>
${body.html}
</body>
</html>
`,
  };
}
