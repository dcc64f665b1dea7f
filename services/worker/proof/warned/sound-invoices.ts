import type { PageSettings } from "@platen/contracts";

/** A complete document. */
export type SoundDocument = { name: string; html: string; css?: string; settings?: PageSettings; data: unknown };

const lines = [
  { name: "Design", quantity: 2, price: "1240.50", rate: 0.19, vat: 471.39 },
  { name: "Hosting – 12 months", quantity: 1, price: 89, rate: 0.07, discount: "5.00", vat: 6.23 },
];
const base = { number: "2026-0184", issued: "2026-11-24", status: "sent", lines, currency: "EUR" };
const rows = `{{#lines}}<tr><td>{{@number}}</td><td>{{name}}{{#discount}}<br><small>− {{ discount | money currency }}</small>{{/discount}}</td>
<td>{{quantity}}</td><td>{{ price | money currency }}</td><td>{{ price | times quantity | money currency }}</td></tr>{{/lines}}`;
const table = `<table>${rows}<tr><td colspan="4">Σ</td><td>{{ lines | sum vat | money currency }}</td></tr></table>`;

/** Invoices in the manner of templates that people publish. */
export const soundInvoices: SoundDocument[] = [
  {
    name: "a box with a shadow and the fonts of many systems",
    css: `.invoice-box { max-width: 800px; margin: auto; padding: 30px; border: 1px solid #eee; box-shadow: 0 0 10px #0002;
      font: 16px/24px "Helvetica Neue", Helvetica, Arial, sans-serif; } table { width: 100% } td { padding: 5px }`,
    html: `<div class="invoice-box"><h1>Invoice #{{number}}</h1><p>{{ issued | date long }}, due {{ issued | later 14 days | date }}</p>${table}</div>`,
    data: base,
  },
  {
    name: "a German one with tax by rate, a footer and soft hyphens",
    settings: {
      language: "de",
      footer: '<span style="font-size: 8px">Amtsgericht Köln · IBAN {{ iban | group 4 }}</span>',
    },
    css: "body { font-family: Inter, sans-serif } table { border-collapse: collapse; hyphens: manual }",
    html: `<h1>Rechnung</h1><p>Umsatz\u00adsteuer\u00adidentifikations\u00adnummer: DE 123 456 789</p>${table}{{# status | is 'paid' }}<b>Bezahlt am {{ paidAt | date }}</b>{{/status}}`,
    data: { ...base, iban: "DE89370400440532013000" },
  },
  {
    name: "a French one, whose thousands are set apart by narrow spaces",
    settings: { language: "fr-FR", currency: "EUR" },
    html: `<h1>Facture n° {{number}}</h1>${table}<p>Total TTC : {{ total | money EUR }} — « payable à réception »`,
    data: { ...base, total: "1234567.89" },
  },
  {
    name: "an Arabic one from right to left",
    settings: { language: "ar" },
    css: "body { direction: rtl; font-family: 'Noto Sans Arabic', sans-serif }",
    html: `<h1>فاتورة رقم {{number}}</h1><p>ﷲ ﻻ ﷼ ـــ {{customer}}\u200f</p>${table}`,
    data: { ...base, customer: "شركة الأمل", currency: "SAR" },
  },
  {
    name: "a Japanese one on a page of its own size",
    settings: { language: "ja", format: "A5", margin: { top: "10mm", left: "10mm", right: "10mm", bottom: "10mm" } },
    html: `<h1>請求書</h1><p>{{customer}}　御中</p>${table}<p>振込先：三菱ＵＦＪ銀行　①普通`,
    data: { ...base, customer: "株式会社山田", currency: "JPY" },
  },
  {
    name: "an Indian one with the rupee and two scripts",
    settings: { language: "hi" },
    html: `<h1>बीजक / Tax Invoice</h1>${table}<p>GSTIN 27AAPFU0939F1ZV · ₹ {{ total | number 2 }}`,
    data: { ...base, currency: "INR", total: 12_345_678.9 },
  },
  {
    name: "a receipt with emoji, their variations, and a code",
    css: "@page { size: 80mm 200mm; margin: 4mm } body { font: 9pt 'JetBrains Mono', monospace } table { width: 100%; font-size: 6pt }",
    html: `<h1>☕️ Thank you ❤️ 👍🏽 👨‍👩‍👧 🇩🇪 1️⃣</h1>${table}{{ url | qr 20mm }}<p>✔ Paid → {{ issued | date }}`,
    data: { ...base, url: "https://example.com/r/184" },
  },
  {
    name: "a Vietnamese one with marks written apart",
    settings: { language: "vi" },
    css: "body { font-family: 'Source Serif 4', serif }",
    html: `<h1>Hóa đơn</h1><p>Nguye\u0302\u0303n Thi\u0323 Hoa, Điện Biên Phủ, Z\u0301\u0327</p>${table}`,
    data: { ...base, currency: "VND" },
  },
  {
    name: "an American one on three pages, with a heading and numbers of pages",
    settings: {
      format: "Letter",
      header: '<span style="font: 8px Arial">Acme, Inc. {{number}}</span>',
      footer: '<span class="pageNumber" style="font-size: 8px"></span>',
      margin: { top: "1in", bottom: "1in" },
      currency: "USD",
    },
    html: `{{#sheets}}<section style="{{^@last}}break-after: page{{/@last}}"><h2>Sheet {{ @number }} of {{ @count }}</h2>${table}</section>{{/sheets}}`,
    data: { ...base, currency: "USD", sheets: [{}, {}, {}] },
  },
  {
    name: "a tagged one with a picture, an own font and nothing but grids",
    settings: { tagged: true, language: "en-GB" },
    css: `@font-face { font-family: Own; src: local("Tinos") } :root { --font: Own, serif }
      main { display: grid; grid-template-columns: 1fr 2fr; font-family: var(--font) } /* font-family: Georgia */`,
    html: `<main><svg viewBox="0 0 10 10" width="40"><circle r="5" cx="5" cy="5"/></svg><div><h1>№ {{number}} \u{20000}</h1>${table}</div></main>`,
    data: base,
  },
];
