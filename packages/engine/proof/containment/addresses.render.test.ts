import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "../test-engine.ts";
import { addressSpellings } from "./address-spellings.ts";
import { listenForLeaks } from "./leak-listeners.ts";

// Nothing fetches what documents ask for, so there is no list of forbidden addresses to get past: all are refused.

let browser: TestEngine;

beforeAll(async () => {
  browser = await startTestEngine();
});

afterAll(() => browser.close());

/** What Chromium asks for, which makes of an address what the standard says; undefined for nothing. */
function askedFor(address: string): { scheme: string; host: string } | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, host } = new URL(address);
  // These it refuses by itself: names and passwords in the addresses of pictures, and files.
  return username !== "" || protocol === "file:"
    ? undefined
    : { scheme: protocol.slice(0, -1), host: host.toLowerCase() };
}

test("each spelling of an address is refused, the refusal is named, and nobody is reached", async () => {
  expect(new Set(addressSpellings).size).toBeGreaterThanOrEqual(60);
  const listeners = await listenForLeaks(["addresses"]);
  const told: { address: string; refused: unknown }[] = [];
  try {
    for (const spelling of addressSpellings) {
      const address = listeners.fill("addresses", spelling);
      const { refused, pageCount } = await browser.printHtml(
        `<p>text</p><img src="${address.replaceAll('"', "&quot;")}">`,
      );
      expect(pageCount).toBe(1);
      told.push({ address, refused });
    }
    await listeners.settled();
    expect([...listeners.hits()]).toEqual([]);
  } finally {
    listeners.close();
  }
  const expected = told.map(({ address }) => {
    const asked = askedFor(address);
    return { address, refused: asked ? [{ resource: "Image", ...asked, count: 1 }] : [] };
  });
  expect(told).toEqual(expected);
  expect(told.filter(({ refused }) => Array.isArray(refused) && refused.length > 0).length).toBeGreaterThanOrEqual(60);
});
