import { describe, expect, test } from "@jest/globals";
import { jsonObject, pageSettings } from "@platen/contracts";
import { createEvaluator, findExpressionMistakes, type MessageIssue } from "@platen/formats";
import { fillParts, findForeignSyntax, findSyntaxMistake, parseMustache } from "@platen/mustache";
import { samples, type Sample } from "./index.ts";
import { flatSample } from "./testing/flat-sample.ts";

test("there are nine samples, and no two share a name or a slug", () => {
  expect(samples).toHaveLength(9);
  expect(new Set(samples.map(({ name }) => name)).size).toBe(9);
  expect(new Set(samples.map(({ slug }) => slug)).size).toBe(9);
});

test("two samples that bring an asset or a snippet of one name bring the same", () => {
  const brought = samples.flatMap(({ assets, snippets }) => [
    ...assets.map(({ name, bytes }) => [`asset ${name}`, bytes.toString("base64")] as const),
    ...snippets.map(({ name, html, css }) => [`snippet ${name}`, html + css] as const),
  ]);
  expect(brought.map(([name]) => name)).toEqual([
    "asset logo.svg",
    "asset fraunces.woff2",
    "snippet letterhead",
    "snippet price-table",
  ]);
  expect(new Set(brought.map(([name]) => name)).size).toBe(new Set(brought.map(String)).size);
});

test("a sample has every snippet and file that it names, and uses every one that it has", () => {
  for (const { assets, snippets, ...sample } of samples) {
    const texts = [sample, ...snippets].map(({ html, css }) => html + css).join("\n");
    for (const { name } of snippets) expect(texts).toMatch(new RegExp(`\\{\\{[<>] ${name} \\}\\}`));
    for (const { name } of assets) expect(texts).toMatch(new RegExp(name.replace(/\.woff2$/, ""), "i"));
    expect(() => flatSample({ ...sample, assets, snippets })).not.toThrow();
  }
});

describe.each(samples.map((sample) => [sample.name, flatSample(sample)] as const))("%s", (_name, sample) => {
  test("has no mistake that the check of a draft finds, and its settings and data match their schemas", () => {
    const { html, settings, dataSets, translations } = sample;
    const keys = Object.values(translations).flatMap((texts) => Object.keys(texts));
    expect(findSyntaxMistake(html)).toBeUndefined();
    expect([findExpressionMistakes(html, { ...settings, keys }), findForeignSyntax(html)]).toEqual([[], []]);
    expect(pageSettings.safeParse(settings).error).toBeUndefined();
    for (const { json } of dataSets) expect(jsonObject.safeParse(JSON.parse(json)).error).toBeUndefined();
    expect(new Set(dataSets.map(({ name }) => name)).size).toBe(dataSets.length);
  });

  test("is a whole document with a title and a language", () => {
    expect(sample.html).toMatch(/^<!doctype html>\n<html\s+lang="/);
    expect(sample.html).toMatch(/<title>[^<]+<\/title>/);
  });

  test("loads no files but those that it brings, and runs no script", () => {
    expect(sample.html).not.toMatch(/<script|\s(?:src|srcset)="(?!data:)|<link|href="(?!#)/i);
    expect(sample.css).not.toMatch(/@import|url\((?!data:)/i);
  });

  test("its CSS says the paper size, which its settings repeat", () => {
    expect(sample.css).toContain(`size: ${paperSize(sample)};`);
  });
});

test("the invoice adds up, its payment code has the amount due, and its data is small enough for a command line", () => {
  const invoice = sampleNamed("invoice");
  const filled = fill(invoice);
  for (const amount of ["17,429.80", "3,660.26", "21,090.06", "15,090.06"]) expect(filled).toContain(`€ ${amount}<`);
  const code = fill({
    ...invoice,
    html: "{{ payment | epc 23mm amount=due }}",
    sampleData: { ...invoice.sampleData, due: "15090.06" },
  });
  expect(filled).toContain(code);
  expect(JSON.stringify(invoice.sampleData).length).toBeLessThan(4_000);
});

test("an invoice with several rates rounds the tax of each, and shows neither code nor deposit once it is paid", () => {
  const filled = fill(sampleNamed("invoice"), 1).replaceAll(/\s+/g, " ");
  // 10.00 + 74.85 at 9 % is 7.6365; each line counts rounded.
  expect(filled).toContain('<th scope="row">VAT 9%</th> <td>€ 7.64</td>');
  expect(filled).toContain('<th scope="row">VAT 0%</th> <td>€ 0.00</td>');
  expect(filled).toContain('<p class="paid">Paid</p>');
  expect(filled).not.toMatch(/code-epc|Deposit/);
});

test("the offer adds up after its discount, and its payments are the whole", () => {
  const filled = fill(flatSample(sampleNamed("offer")));
  const printed = [...filled.matchAll(/€([\d,]+\.\d\d)</g)].map(([, amount = ""]) =>
    cents(Number(amount.replace(",", ""))),
  );
  const [subtotal = 0, reduction = 0, tax = 0, total = 0, ...payments] = printed;
  expect(subtotal).toBe(1_105_300);
  expect(total).toBe(subtotal - reduction + tax);
  expect(payments).toHaveLength(3);
  expect(payments.reduce((sum, part) => sum + part)).toBe(total);
});

test.each([0, 1])("the statement's balance runs from its opening to its closing, data set %d", (dataSet) => {
  const { summary, months } = statementOf(dataSet);
  let balance = cents(summary.opening);
  for (const { broughtForward, transactions } of months) {
    expect(cents(broughtForward)).toBe(balance);
    for (const { moneyIn = 0, moneyOut = 0, balance: printed } of transactions) {
      balance += cents(moneyIn) - cents(moneyOut);
      expect(cents(printed)).toBe(balance);
    }
  }
  expect(balance).toBe(cents(summary.opening) + cents(summary.moneyIn) - cents(summary.moneyOut));
});

test("the payslip's groups have their sums, and its net pay is what is left", () => {
  const filled = fill(sampleNamed("payslip")).replaceAll(/\s+/g, " ");
  expect(filled).toContain('Total of 2 items</td> <td class="number">3,806.50</td>');
  expect(filled).toContain('Total of 3 items</td> <td class="number">−804.73</td>');
  expect(filled).toContain('<p class="amount">€2,906.84</p>');
});

test.each([
  ["en-GB", "Dear Noor,", "from 2 November 2026", "Valid until November 2029", "12 books for four weeks"],
  ["de", "Guten Tag Noor,", "ab dem 2. November 2026", "Gültig bis November 2029", "12 Bücher für vier Wochen"],
  ["fr", "Bonjour Noor,", "à partir du 2 novembre 2026", "novembre 2029", "12 livres pour quatre semaines"],
  ["ar", "عزيزتي Noor،", "من 2 نوفمبر 2026", "صالحة حتى نوفمبر 2029", "12 كتابًا لمدة أربعة أسابيع"],
])("the letter prints in %s from the same template, with no text missing", (locale, ...expected) => {
  const { html, translations, sampleData } = sampleNamed("multilingual-letter");
  const issues: MessageIssue[] = [];
  const messages = { defaultLocale: "en", languages: translations };
  const onMessageIssue = (issue: MessageIssue) => void issues.push(issue);
  const evaluator = createEvaluator({ locale, timeZone: "UTC", messages, onMessageIssue });
  const filled = fillParts(parseMustache(html), sampleData, { maxOutputLength: 100_000, evaluator });
  expect(issues).toEqual([]);
  expect(filled).toContain(`<html lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
  for (const text of expected) expect(filled).toContain(text);
});

test("the letter has the same texts in each of its languages", () => {
  const [first, ...others] = Object.values(sampleNamed("multilingual-letter").translations).map(Object.keys);
  expect(others).toHaveLength(3);
  for (const keys of others) expect(keys).toEqual(first);
});

function fill({ html, settings, dataSets, sampleData }: Sample, dataSet = 0): string {
  const locale = /<html\s+lang="([^"]+)"/.exec(html)?.[1] ?? "en";
  const { currency, timeZone = "UTC" } = settings;
  const evaluator = createEvaluator({ locale, timeZone, currency });
  const data: unknown = dataSet === 0 ? sampleData : JSON.parse(dataSets[dataSet]?.json ?? "");
  return fillParts(parseMustache(html), data, { maxOutputLength: 1_000_000, evaluator });
}

function paperSize({ settings }: Sample): string {
  if (settings.width !== undefined) return `${settings.width} ${settings.height}`;
  return settings.orientation === "landscape" ? `${settings.format} landscape` : `${settings.format}`;
}

function sampleNamed(slug: string): Sample {
  const sample = samples.find((sample) => sample.slug === slug);
  if (sample === undefined) throw new Error(`no sample ${slug}`);
  return sample;
}

type Statement = {
  summary: { opening: number; moneyIn: number; moneyOut: number };
  months: { broughtForward: number; transactions: { moneyIn?: number; moneyOut?: number; balance: number }[] }[];
};

function statementOf(dataSet: number): Statement {
  // Sample data is ours, and a wrong shape fails the sums.
  return JSON.parse(sampleNamed("account-statement").dataSets[dataSet]?.json ?? "") as Statement;
}

const cents = (amount: number) => Math.round(amount * 100);
