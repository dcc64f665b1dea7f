import { expect, test } from "@jest/globals";
import { packBackgroundInput, unpackBackgroundInput } from "./background-input.ts";

const input = {
  dataJson: '{"number":"2031 \\u0000 é"}',
  source: { html: "<p>{{number}}</p>", css: "", settings: {}, title: "A", isTemplate: true },
  options: { format: "A5" as const },
  locale: "de-CH",
};

test("an input comes out of the catalog as it went in", async () => {
  const packed = packBackgroundInput(input);
  expect(await unpackBackgroundInput(packed)).toEqual(input);
});

test("an input that is larger than it says is refused before it takes the memory", async () => {
  const packed = packBackgroundInput({ ...input, dataJson: "x".repeat(1_000_000) });
  expect(packed.input.length).toBeLessThan(10_000);
  await expect(unpackBackgroundInput({ ...packed, inputBytes: 1_000 })).rejects.toThrow(/larger than/i);
});
