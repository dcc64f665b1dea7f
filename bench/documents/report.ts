import type { BenchDocument } from "./bench-document.ts";
import { createNumbers } from "./numbers.ts";

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Report {{number}}</title>
  </head>
  <body>
    <h1>Annual report <small>{{number}}</small></h1>
    {{#sections}}
    <section>
      <h2>{{title}}</h2>
      {{#chart}}
      <figure>
        <svg viewBox="0 0 640 220" role="img">
          <line x1="0" y1="200" x2="640" y2="200" stroke="#33415c" />
          {{#bars}}
          <rect x="{{x}}" y="{{y}}" width="34" height="{{height}}" rx="3" fill="{{color}}" />
          <text x="{{x}}" y="215" font-size="11">{{label}}</text>
          {{/bars}}
          <polyline points="{{line}}" fill="none" stroke="#c1121f" stroke-width="2" />
        </svg>
        <figcaption>{{caption}}</figcaption>
      </figure>
      {{/chart}}
      {{#paragraphs}}
      <p>{{.}}</p>
      {{/paragraphs}}
      {{#table}}
      <table>
        <thead>
          <tr><th>Region</th><th>First</th><th>Second</th><th>Third</th><th>Fourth</th><th>Year</th></tr>
        </thead>
        <tbody>
          {{#rows}}
          <tr><td>{{region}}</td>{{#values}}<td>{{.}}</td>{{/values}}</tr>
          {{/rows}}
        </tbody>
      </table>
      {{/table}}
    </section>
    {{/sections}}
    <p>End of report {{number}}</p>
  </body>
</html>
`;

const css = `@page { size: A4; margin: 18mm 20mm; }
body { margin: 0; font: 10pt/1.45 Arial, sans-serif; color: #1d2433; }
h1 { margin: 0 0 6mm; font-size: 22pt; }
h1 small { font-size: 10pt; font-weight: 400; color: #5c677d; }
h2 { margin: 0 0 4mm; padding-bottom: 1mm; font-size: 14pt; border-bottom: 1px solid #979dac; }
section + section { break-before: page; }
p { margin: 0 0 3mm; text-align: justify; hyphens: manual; }
figure { margin: 0 0 5mm; }
figcaption { font-size: 8pt; color: #5c677d; }
svg { width: 100%; }
table { width: 100%; margin-top: 4mm; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: right; font-size: 8pt; border-bottom: 1px solid #33415c; }
td { padding: 1.2mm 0; text-align: right; border-bottom: 1px solid #dfe3ea; }
th:first-child, td:first-child { text-align: left; }`;

const words =
  "the market in this region grew faster than planned while costs of transport and energy fell again so that margin rose in every quarter and investment could be paid from what was earned without new loans as customers ordered earlier and returned less than in any year before".split(
    " ",
  );
const titles = ["Summary", "Markets", "Production", "People", "Outlook"];
const regions = ["North", "South", "East", "West", "Islands", "Overseas", "Online", "Partners"];

function buildSections() {
  const next = createNumbers(5);
  const sentence = () => {
    const text = Array.from({ length: 10 + next(14) }, () => words[next(words.length)]).join(" ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  return titles.map((title, index) => {
    const hasChart = index % 2 === 0;
    const heights = Array.from({ length: 12 }, () => 40 + next(150));
    const chart = {
      caption: `${title}: month by month, thousands`,
      line: heights.map((height, month) => `${month * 53 + 17},${190 - height}`).join(" "),
      bars: heights.map((height, month) => ({
        x: month * 53,
        y: 200 - height,
        height,
        label: `M${month + 1}`,
        color: month % 2 === 0 ? "#0353a4" : "#6096ba",
      })),
    };
    const rows = regions.map((region) => {
      const values = Array.from({ length: 4 }, () => 1_000 + next(9_000));
      const year = values.reduce((sum, value) => sum + value, 0);
      return { region, values: [...values, year].map((value) => value.toLocaleString("en")) };
    });
    return {
      title,
      ...(hasChart && { chart }),
      ...(index < 3 && { table: { rows } }),
      paragraphs: Array.from({ length: 4 }, () => Array.from({ length: 3 }, sentence).join(" ")),
    };
  });
}

const sections = buildSections();

/** Five pages of justified text, with three charts in SVG and three tables. */
export const report: BenchDocument = {
  name: "report",
  html,
  css,
  settings: { format: "A4", preferCssPageSize: true, printBackground: true },
  pageCount: 5,
  data: (mark) => ({ number: mark, sections }),
  texts: ["Annual report", "Outlook", "End of report"],
};
