import { assetOrigin } from "@platen/contracts/asset-origin";
import { expect, test } from "@jest/globals";
import type { CDPSession } from "puppeteer";
import { testLibrary } from "../../proof/test-library.ts";
import { createPageLibrary } from "./page-library.ts";
import { prepareHtml } from "./prepare-html.ts";

/** A page that requests the pictures and fonts that it is told to load, and accepts all. It keeps what was evaluated. */
function pageWith() {
  const library = createPageLibrary({ isShared: true });
  const evaluated: { code: string; args: unknown[] }[] = [];
  const session = {
    async send(_method: string, { expression }: { expression: string }) {
      const split = expression.lastIndexOf("})(") + 1;
      // The engine wrote the arguments as JSON.
      const args = JSON.parse(`[${expression.slice(split + 2, -1).replaceAll("undefined", "null")}]`) as unknown[];
      evaluated.push({ code: expression.includes("FontFace") ? "fonts" : "pictures", args });
      const value: Record<string, boolean> = {};
      for (const wanted of args[0] as (string | { key: string; url: string })[]) {
        await library.answer(typeof wanted === "string" ? wanted : wanted.url);
        value[typeof wanted === "string" ? wanted : wanted.key] = true;
      }
      return { result: { value } };
    },
  } as unknown as CDPSession; // The library sends nothing but `Runtime.evaluate`.

  async function bring(given: ReturnType<typeof testLibrary> | undefined, html = ""): Promise<boolean> {
    library.start(given);
    const document = library.addressed(prepareHtml(html, {}));
    const isShown = await library.bring(session, document, true);
    library.stop();
    return isShown;
  }
  return { library, bring, evaluated };
}

const picture = (megabytes: number, fill: number) => ({
  bytes: Buffer.alloc(megabytes * 1_000_000, fill),
  contentType: "image/png",
});
const img = (name: string) => `<img src="${assetOrigin}${name}">`;

test("a page gets fonts only when they change", async () => {
  const { bring, evaluated } = pageWith();
  const own = testLibrary({}, [{ family: "Brand", bytes: Buffer.from("font") }]);
  for (const library of [undefined, own, own, undefined, undefined, own]) await bring(library);
  expect(evaluated.map(({ args }) => (args[0] as unknown[]).length)).toEqual([1, 0, 1]);
});

test("a page gets each picture once, and drops those that its document does not use if they are too large together", async () => {
  const { bring, evaluated } = pageWith();
  const files = Object.fromEntries(["a", "b", "c", "d", "e"].map((name, index) => [name, picture(9, index)]));
  const library = testLibrary(files);
  for (const name of ["a", "b", "a", "c", "d"]) expect(await bring(library, img(name))).toBe(true);
  expect(library.reads).toHaveLength(4);
  // Four have 36 MB. The page keeps `b`, because the document uses it.
  expect(await bring(library, img("e") + img("b"))).toBe(true);
  expect(evaluated.at(-1)?.args[1]).toHaveLength(2);
  expect(library.reads).toHaveLength(5);
  await bring(library, img("b"));
  expect(library.reads).toHaveLength(5);
  await bring(library, img("a"));
  expect(library.reads).toHaveLength(6);
});

test("a document with a picture that its library lacks needs all layouts, whatever the page has", async () => {
  const { bring } = pageWith();
  expect(await bring(testLibrary({ a: picture(1, 1) }), img("a"))).toBe(true);
  expect(await bring(testLibrary({ b: picture(1, 2) }), img("a"))).toBe(false);
  expect(await bring(undefined, img("a"))).toBe(false);
});

test("a page forgets what it had when it is emptied", async () => {
  const { library, bring } = pageWith();
  const own = testLibrary({ a: picture(1, 1) }, [{ family: "Brand", bytes: Buffer.from("font") }]);
  await bring(own, img("a"));
  library.forget();
  await bring(own, img("a"));
  expect(own.reads).toHaveLength(4);
});

test("missing files beyond a hundred are counted together", () => {
  const { library } = pageWith();
  library.start(undefined);
  for (let index = 0; index < 150; index += 1) library.noteMissing(`${assetOrigin}${index}`, "Image");
  const missing = library.takeMissing();
  expect(missing).toHaveLength(101);
  expect([missing.at(-1), library.takeMissing()]).toEqual([{ resource: "Image", address: assetOrigin, count: 50 }, []]);
});
