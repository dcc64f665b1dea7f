import { expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { inProofLane, pdfText, randomFrom } from "@platen/testing";
import { warningsOf } from "../../src/warnings.ts";
import { useEngineAndFiller } from "../engine-and-filler.ts";
import { hostileInvoice } from "./hostile-invoice.ts";

const invoices = 200;
/** The guide's own rules for long words and amounts. */
const css = `@page { size: A4; margin: 15mm }
body { margin: 0; font: 9pt/1.4 Inter, sans-serif; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse }
tr { break-inside: avoid }
td { vertical-align: top; padding: 2px 0 }
td.text { min-width: 5em }
td.amount { padding-left: 12px; text-align: right; white-space: nowrap }`;
const html = `<!doctype html>
<html lang="en-GB">
  <head><meta charset="utf-8" /><title>Invoice</title></head>
  <body>
    <h1>{{number}}</h1>
    <p>{{customer}}</p>
    <table>
      {{#lines}}
      <tr>
        <td class="text">{{item}}</td>
        <td class="amount">{{ quantity | number }}</td>
        <td class="amount">{{ price | money EUR }}</td>
        <td class="amount">{{ price | times quantity | money EUR }}</td>
      </tr>
      {{/lines}}
    </table>
    <p>Total {{ lines | sum price times=quantity | money EUR }}</p>
  </body>
</html>`;

const started = useEngineAndFiller({ maxOutputBytes: 10_000_000 });
const { signal } = new AbortController();
const holder = accountHolder("acc_1");

/** A text as a reader finds it: line breaks and blanks do not count. */
const found = (text: string) => text.normalize("NFC").replaceAll(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gu, "");

inProofLane(test)(
  "each value of 200 invoices with hostile texts and numbers reads back from its PDF",
  async () => {
    const lost: string[] = [];
    for (let seed = 1; seed <= invoices; seed += 1) {
      const { dataJson, number, customer, lines, total } = hostileInvoice(randomFrom(seed));
      const { warnings, ...document } = await started().filler.fillTemplate(
        {
          holder,
          sourceId: "invoice",
          html,
          css,
          header: undefined,
          footer: undefined,
          language: "en-GB",
          title: "Invoice",
          dialect: 2,
          timeZone: "UTC",
          currency: undefined,
          dataJson,
        },
        signal,
      );
      const printed = await started().engine.print({
        projectId: "prj_a",
        holder,
        document,
        settings: {},
        createdAt: new Date(0),
        signal,
      });
      const text = found((await pdfText(printed.pdf)).join("\n"));
      // Readers order lines with words from right to left in their own ways, so a text counts word by word.
      const words = [customer, ...lines.map(({ item }) => item)].flatMap((item) => item.split(/\s+/u));
      const amounts = lines.map(({ quantity, price, amount }) => quantity + price + amount);
      const missing = [...new Set([number, `Total${total}`, ...amounts, ...words])].filter(
        (value) => !text.includes(found(value)),
      );
      const codes = [...warnings, ...warningsOf(printed, () => html)].map(({ code }) => code);
      for (const problem of [...missing, ...codes]) lost.push(`invoice ${seed}: ${problem}`);
    }
    expect(lost).toEqual([]);
  },
  1_800_000,
);
