import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "../test-engine.ts";
import { addressSpellings } from "./address-spellings.ts";
import { listenForLeaks } from "./leak-listeners.ts";

// The engine fetches nothing for documents. So it has no list of forbidden addresses that a spelling could bypass.

let engine: TestEngine;

beforeAll(async () => {
  engine = await startTestEngine();
});

afterAll(() => engine.close());

/** The request that Chromium makes for an address, which it parses by the URL standard; undefined for none. */
function requestFor(address: string): { scheme: string; host: string } | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, host } = new URL(address);
  // Chromium itself refuses files, and names and passwords in the addresses of pictures.
  return username !== "" || protocol === "file:"
    ? undefined
    : { scheme: protocol.slice(0, -1), host: host.toLowerCase() };
}

test("each spelling of a private address is refused and reported, and reaches no listener", async () => {
  expect(new Set(addressSpellings).size).toBeGreaterThanOrEqual(60);
  const listeners = await listenForLeaks(["addresses"]);
  const reports: { address: string; refused: unknown }[] = [];
  try {
    for (const spelling of addressSpellings) {
      const address = listeners.fill("addresses", spelling);
      const { refused, pageCount } = await engine.printHtml(
        `<p>text</p><img src="${address.replaceAll('"', "&quot;")}">`,
      );
      expect(pageCount).toBe(1);
      reports.push({ address, refused });
    }
    await listeners.settled();
    expect([...listeners.hits()]).toEqual([]);
  } finally {
    listeners.close();
  }
  const expected = reports.map(({ address }) => {
    const request = requestFor(address);
    return { address, refused: request ? [{ resource: "Image", ...request, count: 1 }] : [] };
  });
  expect(reports).toEqual(expected);
  expect(reports.filter(({ refused }) => Array.isArray(refused) && refused.length > 0).length).toBeGreaterThanOrEqual(
    60,
  );
});
