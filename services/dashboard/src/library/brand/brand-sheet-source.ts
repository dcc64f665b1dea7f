import type { operations, RequestOf } from "@platen/contracts";
import type { FormBrand } from "./form-brand.ts";

type Source = RequestOf<typeof operations.previewSource>["body"];

const ink = "#1c1a17";

function quoted(family: string | null): string {
  return family === null ? "Inter" : `"${family}"`;
}

/** A page in the colours and fonts of a brand. A colour that is still being typed is left out. */
export function brandSheetSource(
  brand: Pick<FormBrand, "colours" | "textFont" | "headingFont" | "legalLine">,
  logo?: string,
): Source {
  const colours = brand.colours.map(({ value }) => value).filter((value) => /^#[\da-f]{6}$/i.test(value));
  const [first = ink, second = first] = colours;
  const swatches = colours.map((colour) => `<i style="background: ${colour}"></i>`).join("");
  return {
    name: "Brand",
    html: `<header>${logo === undefined ? "<b>Your logo</b>" : `<img src="asset:${logo}" alt="">`}<p>1 Mill Lane<br>Springfield</p></header>
<h1>Invoice 2026-017</h1>
<p>Dear customer, this is how texts look in the font of texts. The total is due in 30 days.</p>
<table>
<thead><tr><th>Item</th><th>Quantity</th><th>Amount</th></tr></thead>
<tbody><tr><td>Oak table</td><td>1</td><td>1,200.00</td></tr><tr><td>Ash stool</td><td>2</td><td>81.00</td></tr></tbody>
<tfoot><tr><td colspan="2">Total</td><td>1,281.00</td></tr></tfoot>
</table>
<a>Pay now</a>
<h2>Colours</h2>
<div>${swatches}</div>
<footer>{{ legalLine }}</footer>
`,
    css: `body { display: flex; flex-direction: column; min-height: 267mm; margin: 0; font: 15pt/1.5 ${quoted(brand.textFont)}, sans-serif; color: ${ink} }
header { display: flex; justify-content: space-between; align-items: start; padding-bottom: 6mm; border-bottom: 1.2mm solid ${first}; font-size: 12pt }
header img { max-width: 60mm; max-height: 24mm }
header p { margin: 0; text-align: right }
h1, h2 { margin: 12mm 0 3mm; font-family: ${quoted(brand.headingFont ?? brand.textFont)}, sans-serif; line-height: 1.2; color: ${first} }
h1 { font-size: 28pt }
h2 { font-size: 17pt }
p { margin: 0 0 8mm }
table { width: 100%; border-collapse: collapse }
th { background: ${first}; color: #fff; text-align: left }
th, td { padding: 2.5mm 3mm; border-bottom: 0.3mm solid #d5d2ca }
:is(th, td):not(:first-child) { text-align: right }
tfoot td { border-bottom: 0; font-weight: 700 }
tfoot td:last-child { color: ${second} }
a { align-self: start; margin-top: 10mm; padding: 3.5mm 8mm; border-radius: 2mm; background: ${second}; color: #fff; font-weight: 600 }
div { display: flex; gap: 3mm; flex-wrap: wrap }
i { width: 16mm; height: 16mm; border-radius: 2mm }
footer { margin-top: auto; padding-top: 4mm; border-top: 0.3mm solid ${first}; font-size: 10pt; color: #65615a }
`,
    settings: { format: "A4", margin: { top: "15mm", right: "18mm", bottom: "15mm", left: "18mm" } },
    data: { legalLine: brand.legalLine },
  };
}
