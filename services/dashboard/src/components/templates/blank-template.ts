import type { PageSettings } from "@platen/contracts";

const margin = "18mm";
const ink = "#1b2440";

/** An empty page with sensible styles. It follows the brand of its project, also one that comes later. */
export function blankTemplate(): { html: string; css: string; settings: PageSettings } {
  const css = `html {
  overflow-wrap: anywhere;
}

body {
  margin: 0;
  font: 10pt/1.5 var(--brand-text-font, Inter), sans-serif;
  color: ${ink};
}

h1,
h2,
h3 {
  margin: 1.2em 0 0.4em;
  font-weight: 600;
  line-height: 1.25;
  break-after: avoid;
  font-family: var(--brand-heading-font, Inter), sans-serif;
  color: var(--brand-main, ${ink});
}

h1 {
  font-size: 20pt;
}

h2 {
  font-size: 13pt;
}

h3 {
  font-size: 10pt;
}

h1:first-child,
h2:first-child,
h3:first-child {
  margin-top: 0;
}

p,
ul,
ol,
table {
  margin: 0 0 0.8em;
}

table {
  width: 100%;
  border-collapse: collapse;
}

th,
td {
  padding: 4pt 8pt 4pt 0;
  border-bottom: 0.5pt solid #d5d9e3;
  text-align: left;
  vertical-align: top;
  overflow-wrap: break-word;
}

th {
  border-bottom-color: currentcolor;
  font-weight: 600;
}

tr {
  break-inside: avoid;
}

img {
  max-width: 100%;
}
`;
  return { html: "", css, settings: { margin: { top: margin, right: margin, bottom: margin, left: margin } } };
}
