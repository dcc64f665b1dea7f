import { expect, test } from "@jest/globals";
import { createId, operations } from "@platen/contracts";
import { createLinkTokens } from "./link-tokens.ts";
import type { Link } from "../auth/link.ts";

const [first, second] = [Buffer.alloc(32, 1).toString("base64"), Buffer.alloc(32, 2).toString("base64")];
const link: Link = {
  projectId: createId("project"),
  contentId: createId("content"),
  // Of two digits in the token.
  generation: 40,
  expiresAt: 1_800_000_000,
  disposition: "attachment",
};
const tokens = createLinkTokens(first);
const token = tokens.sign(link);

test("a token says what was signed, and the gateway takes its form", () => {
  expect(tokens.read(token)).toEqual(link);
  expect(tokens.read(tokens.sign({ ...link, disposition: "inline" }))).toEqual({ ...link, disposition: "inline" });
  expect(operations.openLink.request.params.parse({ token })).toEqual({ token });
});

test("a token with one other, one less or one more character opens nothing", () => {
  const others = (at: number) => ["a", "A", "0", "1", "-", "_", "."].filter((other) => other !== token[at]);
  for (let at = 0; at < token.length; at += 1) {
    for (const other of others(at))
      expect(tokens.read(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
    expect(tokens.read(token.slice(0, at) + token.slice(at + 1))).toBeUndefined();
    expect(tokens.read(`${token.slice(0, at)}0${token.slice(at)}`)).toBeUndefined();
  }
  // The end of a signature in base64 has spare bits: four texts are the same bytes.
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const good = [...alphabet].filter((last) => tokens.read(`${token.slice(0, 42)}${last}${token.slice(43)}`));
  expect(good).toEqual([token[42]]);
});

test.each<[string, Partial<Link>]>([
  ["a later end", { expiresAt: link.expiresAt + 1 }],
  ["another content", { contentId: createId("content") }],
  ["another project", { projectId: createId("project") }],
  ["a later generation", { generation: link.generation + 1 }],
  ["another disposition", { disposition: "inline" }],
])("a signature is not good for %s", (_, changes) => {
  const [signature] = token.split(".");
  const [, ...said] = tokens.sign({ ...link, ...changes }).split(".");
  expect(tokens.read([signature, ...said].join("."))).toBeUndefined();
});

test("during a rotation the new key signs and both are good; afterwards the old one is not", () => {
  const rotated = createLinkTokens(`${second},${first}`);
  expect(rotated.read(token)).toEqual(link);
  const after = createLinkTokens(second);
  expect(after.read(rotated.sign(link))).toEqual(link);
  expect(after.read(token)).toBeUndefined();
});
