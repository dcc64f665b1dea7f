import { createHash } from "node:crypto";
import type { Html } from "./html.ts";
import { escapeHtml } from "./html.ts";

/** With the colours of the dashboard's `theme.css`. The pages have their own, because they load no style sheet. */
const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c1a17, #ebe8e2); --soft: light-dark(#65615a, #aaa59c); --line: light-dark(#e6e3dc, #2f2d2a); --back: light-dark(#f8f7f4, #141312); --panel: light-dark(#ffffff, #1c1b19); --accent: light-dark(#0f6f58, #5cc2a2); --good: light-dark(#24588f, #8ab8ea); --warn: light-dark(#7b520c, #e8b750); --bad: light-dark(#ab3122, #f08a7b); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.55 "Geist Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
p { margin: .5rem 0; max-width: 70ch; }
.soft { color: var(--soft); }
.problem { max-width: 34rem; margin: 18vh auto 0; padding: 2.5rem; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); }
@media (max-width: 800px) { .problem { margin: 2rem 1rem 0; } }
`;

export type Page = { html: string; /** The content security policy of the answer. */ policy: string };

/** The font files of the dashboard, by family. A page without them takes fonts of the reader's system. */
export type PageFonts = Readonly<Record<string, string>>;

type PageOptions = {
  fonts?: PageFonts;
  /** The style of the page, beside that of all pages. */
  style?: string;
  /** Whether the page has a form that the gateway answers. */
  sendsForms?: boolean;
};

/** Writes a whole page, which loads the fonts and nothing else: no script and no frame. */
export function page(title: string, body: Html, options: PageOptions = {}): Page {
  const faces = Object.entries(options.fonts ?? {}).map(
    ([family, path]) =>
      `@font-face { font-family: "${family}"; font-weight: 100 900; font-display: swap; src: url(${path}); }\n`,
  );
  const ownStyle = faces.join("") + style + (options.style ?? "");
  return {
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${createHash("sha256").update(ownStyle).digest("base64")}'`,
      "font-src 'self'",
      "base-uri 'none'",
      `form-action ${options.sendsForms ? "'self'" : "'none'"}`,
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
