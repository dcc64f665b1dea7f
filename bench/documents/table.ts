import type { BenchDocument } from "./bench-document.ts";
import { createNumbers } from "./numbers.ts";

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Table {{number}}</title>
  </head>
  <body>
    <h1>Stock ledger {{number}}</h1>
    <table>
      <thead>
        <tr><th>No.</th><th>Date</th><th>Article</th><th>Place</th><th>In</th><th>Out</th><th>Stock</th></tr>
      </thead>
      <tbody>
        {{#rows}}
        <tr><td>{{row}}</td><td>{{date}}</td><td>{{article}}</td><td>{{place}}</td><td>{{added}}</td><td>{{taken}}</td><td>{{stock}}</td></tr>
        {{/rows}}
      </tbody>
    </table>
    <p>End of ledger {{number}}</p>
  </body>
</html>
`;

const css = `@page { size: A4; margin: 15mm; }
body { margin: 0; font: 9pt/1.3 Arial, sans-serif; color: #1d2433; }
h1 { margin: 0; font-size: 14pt; line-height: 30px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tr { height: 31px; break-inside: avoid; }
tbody tr:nth-child(even) { background: #eef1f6; }
th { font-weight: 700; text-align: left; border-bottom: 1px solid #33415c; }
th, td { padding: 0 2mm; }
td:nth-child(n + 5), th:nth-child(n + 5) { text-align: right; }
p { margin: 2mm 0 0; }`;

const articles = ["Oak panel", "Steel bracket", "Glass shelf", "Brass hinge", "Felt pad", "Cable duct", "Wall plug"];

function buildRows(rowCount: number) {
  const next = createNumbers(7);
  let stock = 20_000;
  return Array.from({ length: rowCount }, (_, index) => {
    const added = next(90);
    const taken = next(90);
    stock += added - taken;
    return {
      row: index + 1,
      date: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 5))).toISOString().slice(0, 10),
      article: `${articles[next(articles.length)]} ${100 + next(900)}`,
      place: `Hall ${1 + next(6)}, rack ${1 + next(40)}`,
      added,
      taken,
      stock: stock.toLocaleString("en"),
    };
  });
}

const rows = buildRows(1_535);

/** A striped table of 1,535 rows and seven columns on fifty pages, with its head on every page. */
export const table: BenchDocument = {
  name: "table",
  html,
  css,
  settings: { format: "A4", preferCssPageSize: true, printBackground: true },
  pageCount: 50,
  data: (mark) => ({ number: mark, rows }),
  texts: ["Stock ledger", "End of ledger", rows.at(-1)?.date ?? ""],
};
