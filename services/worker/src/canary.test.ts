import { expect, test } from "@jest/globals";
import { prepareHtml, type Printed } from "@platen/engine";
import { printed as threePages } from "../proof/render-fixture.ts";
import { printCanary } from "./canary.ts";

const printed: Printed = { ...threePages, pageCount: 1 };
const filled = { ...prepareHtml("<p>canary</p>", {}), warnings: [] };

const canaryOf = (fill: () => Promise<typeof filled>, print: () => Promise<Printed>) =>
  printCanary({ filler: { fillTemplate: fill }, engine: { print } });
const filling = () => Promise.resolve(filled);
const printing =
  (changes: Partial<Printed> = {}) =>
  () =>
    Promise.resolve({ ...printed, ...changes });

test("a worker that fills and prints its test document starts", async () => {
  await expect(canaryOf(filling, printing())).resolves.toBeUndefined();
});

test.each<[string, Promise<void>]>([
  ["leaves the data out", canaryOf(() => Promise.resolve({ ...filled, html: "<p></p>" }), printing())],
  ["cannot fill", canaryOf(() => Promise.reject(new Error("no process")), printing())],
  ["prints no PDF", canaryOf(filling, printing({ pdf: Buffer.from("<html>") }))],
  ["prints two pages", canaryOf(filling, printing({ pageCount: 2 }))],
  ["prints no page", canaryOf(filling, printing({ pageCount: 0 }))],
  ["cannot print", canaryOf(filling, () => Promise.reject(new Error("no browser")))],
])("a worker that %s does not start, and its error has the cause", async (_, canary) => {
  await expect(canary).rejects.toMatchObject({
    message: expect.stringContaining("test document"),
    cause: expect.any(Error),
  });
});
