import { describe, expect, test } from "@jest/globals";
import { jsonObject, pageSettings } from "@platen/contracts";
import mustache from "mustache";
import { samples, type Sample } from "./index.ts";

test("there are six samples, and no two share a name or a slug", () => {
  expect(samples).toHaveLength(6);
  expect(new Set(samples.map(({ name }) => name)).size).toBe(6);
  expect(new Set(samples.map(({ slug }) => slug)).size).toBe(6);
});

describe.each(samples.map((sample) => [sample.name, sample] as const))("%s", (_name, sample) => {
  test("is valid Mustache, and its settings and data match their schemas", () => {
    expect(() => mustache.parse(sample.html)).not.toThrow();
    expect(pageSettings.safeParse(sample.settings).error).toBeUndefined();
    expect(jsonObject.safeParse(sample.sampleData).error).toBeUndefined();
  });

  test("its data has every variable that the template uses", () => {
    expect(missingNames(sample)).toEqual([]);
  });

  test("is a whole document with a title and a language", () => {
    expect(sample.html).toMatch(/^<!doctype html>\n<html\s+lang="/);
    expect(sample.html).toMatch(/<title>[^<]+<\/title>/);
  });

  test("loads no files and runs no script", () => {
    expect(sample.html).not.toMatch(/<script|\s(?:src|srcset)=|<link|href="(?!#)/i);
    expect(sample.css).not.toMatch(/@import|url\(/i);
  });

  test("its CSS says the paper size, which its settings repeat", () => {
    expect(sample.css).toContain(`size: ${paperSize(sample)};`);
  });
});

test("the invoice adds up and its data is small enough for a command line", () => {
  const invoice = sampleData("invoice");
  const total = centsOf(invoice["lines"], "amount");
  const tax = centsOf(invoice["taxes"], "amount");
  for (const line of list(invoice["lines"])) {
    expect(cents(line["amount"])).toBe(Math.round(Number(line["quantity"]) * cents(line["unitPrice"])));
  }
  expect(cents(invoice["subtotal"])).toBe(total);
  expect(cents(invoice["total"])).toBe(total + tax);
  expect(cents(invoice["amountDue"])).toBe(total + tax + centsOf([invoice["deposit"]], "amount"));
  expect(JSON.stringify(invoice).length).toBeLessThan(4_000);
});

test("the statement's balance runs from its opening to its closing", () => {
  const statement = sampleData("account-statement");
  const [summary] = list([statement["summary"]]);
  let balance = cents(summary?.["opening"]);
  for (const month of list(statement["months"])) {
    expect(cents(month["broughtForward"])).toBe(balance);
    for (const transaction of list(month["transactions"])) {
      balance += cents(transaction["moneyIn"]) - cents(transaction["moneyOut"]);
      expect(cents(transaction["balance"])).toBe(balance);
    }
  }
  expect(balance).toBe(cents(summary?.["closing"]));
  expect(balance).toBe(cents(summary?.["opening"]) + cents(summary?.["moneyIn"]) - cents(summary?.["moneyOut"]));
});

/** Names that the data lacks, or that are never reached when Mustache fills the template. */
function missingNames({ html, sampleData }: Sample): string[] {
  const found = new Set<string>();
  class RecordingContext extends mustache.Context {
    override push(view: unknown): RecordingContext {
      return new RecordingContext(view, this);
    }
    override lookup(name: string): unknown {
      const value: unknown = super.lookup(name);
      if (value !== undefined) found.add(name);
      return value;
    }
  }
  new mustache.Writer().render(html, new RecordingContext(sampleData));
  const used = new Set([...html.matchAll(/\{\{[#^&{]?\s*([\w.]+)/g)].map(([, name = ""]) => name));
  return [...used].filter((name) => !found.has(name));
}

function paperSize({ settings }: Sample): string {
  if (settings.width !== undefined) return `${settings.width} ${settings.height}`;
  return settings.orientation === "landscape" ? `${settings.format} landscape` : `${settings.format}`;
}

function sampleData(slug: string): Record<string, unknown> {
  const sample = samples.find((sample) => sample.slug === slug);
  if (sample === undefined) throw new Error(`no sample ${slug}`);
  return sample.sampleData;
}

function list(value: unknown): Record<string, unknown>[] {
  // Sample data is ours: these are lists of objects, and a wrong one fails the sums.
  return value as Record<string, unknown>[];
}

function centsOf(items: unknown, name: string): number {
  return list(items).reduce((sum, item) => sum + cents(item[name]), 0);
}

/** "− € 6,000.00" is -600000; an empty amount is 0. */
function cents(amount: unknown): number {
  const text = String(amount);
  const value = Math.round(Number(text.replace(/[^\d.]/g, "")) * 100);
  return /^[-−]/.test(text) ? -value : value;
}
