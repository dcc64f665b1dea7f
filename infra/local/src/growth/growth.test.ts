/* oxlint-disable node/no-process-env -- the seed of a run comes from the environment. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { proofOr, randomFrom } from "@platen/testing";
import { findGrowth, type Read, type Shape } from "./find-growth.ts";
import { readers, withoutReader, type Reader } from "./readers.ts";
import { countSearches, wordsIn } from "./searches.ts";

const rootFolder = resolve(import.meta.dirname, "../../../..");
const seed = Number(process.env["GROWTH_SEED"] ?? proofOr(Math.floor(Math.random() * 2 ** 31), 1));
const shapesPerReader = proofOr(600, 24);
/** In characters. All shapes grow to the first length, the slowest of them and the known ones to the second. */
const firstLength = proofOr(262_144, 16_384);
const secondLength = proofOr(20_000_000, 131_072);
const slowestCount = proofOr(5, 3);

const productFolders = [
  ...[
    "config",
    "contracts",
    "egress",
    "engine",
    "formats",
    "http",
    "library",
    "mustache",
    "queue",
    "service-tokens",
    "telemetry",
    "template-filler",
  ].map((name) => `packages/${name}/src`),
  ...["catalog", "courier", "gateway", "worker"].map((name) => `services/${name}/src`),
];

const read = (file: string) => readFileSync(join(rootFolder, file), "utf8");

function filesWithSearches(): Record<string, number> {
  const files = productFolders.flatMap((folder) =>
    readdirSync(join(rootFolder, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const product = files.filter((file) => file.endsWith(".ts") && !/\.test\.ts$|\/test(?:ing\/|-)/.test(file));
  return Object.fromEntries(
    product.map((file) => [file, countSearches(read(file))]).filter(([, count]) => count !== 0),
  );
}

test("each product file that searches text has a reader in readers.ts, or a reason why it needs none", () => {
  const files = filesWithSearches();
  const reasoned = Object.fromEntries(Object.values(withoutReader).flatMap((counts) => Object.entries(counts)));
  const measured = Object.values(readers).flatMap((reader) => reader.files);
  expect(Object.fromEntries(Object.keys(reasoned).map((file) => [file, files[file]]))).toEqual(reasoned);
  expect(new Set([...Object.keys(reasoned), ...measured])).toEqual(new Set(Object.keys(files)));
});

/** Characters that most grammars use. */
const characters = [" ", "a", "0", '"', "(", "<", "=", "-", "\n", "\\"];

/**
 * Shapes of a grammar: a word, then a run of a character or of another word; a run of two words; and, beyond these
 * pairs, two words or a tail. Without enough room for all pairs, the choice is random.
 */
function shapesOf(words: readonly string[], count: number, random: () => number): Shape[] {
  const runs = [...new Set([...characters, ...words])];
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const simple = ["", ...words].flatMap((head) =>
    [" ", "a", head].filter((unit) => unit !== "").map((unit) => ({ head, unit, tail: "" })),
  );
  const others = Array.from({ length: count }, (): Shape => {
    const head = pick(["", pick(words), pick(words) + pick(runs)]);
    return { head, unit: pick(runs) + pick(["", pick(runs)]), tail: pick(["", "", "x", pick(words)]) };
  });
  return [...simple, ...others];
}

function growths({ read, limit, known = [] }: Reader, shapes: readonly Shape[]): string[] {
  const grow = (shape: Shape, length: number) => ({ shape, ...findGrowth(read, shape, Math.min(length, limit)) });
  const results = shapes.map((shape) => grow(shape, firstLength));
  const slowest = results.toSorted((a, b) => b.lastMs - a.lastMs).slice(0, slowestCount);
  const grown = [...known, ...slowest.map(({ shape }) => shape)].map((shape) => grow(shape, secondLength));
  return [...results, ...grown].flatMap(({ growth }) => growth ?? []);
}

describe(`the time to read a text grows with its length alone (GROWTH_SEED=${seed})`, () => {
  test.each(Object.entries(readers))(
    "%s",
    (_name, reader) => {
      const words = [...new Set(reader.files.flatMap((file) => wordsIn(read(file))))];
      expect(growths(reader, shapesOf(words, shapesPerReader, randomFrom(seed)))).toEqual([]);
    },
    proofOr(600_000, 240_000),
  );
});

/** Code that was quadratic once, with the expression or the search that made it so. */
const quadratic: [source: string, Read][] = [
  [String.raw`/url\(\s*["']?\s*(?:data:|#)/`, (text) => /url\(\s*["']?\s*(?:data:|#)/.test(text)],
  [
    `text.indexOf("<style"); text.indexOf("</style")`,
    (text) => {
      let ends = 0;
      for (let at = text.indexOf("<style"); at !== -1; at = text.indexOf("<style", at + 1)) {
        ends += text.indexOf("</style", at);
      }
      return ends;
    },
  ],
  [String.raw`/<(script|style)\b[\s\S]*?<\/\1/`, (text) => /<(script|style)\b[\s\S]*?<\/\1/.test(text)],
  ["", (text) => text.includes(`${text.slice(0, text.length / 4)}b${text.slice(0, text.length / 4)}`)],
];

test.each(quadratic)("the words of %s make texts whose time grows faster than they do", (source, reads) => {
  const shapes = shapesOf(wordsIn(source), 100, randomFrom(1));
  expect(shapes.some((shape) => findGrowth(reads, shape, 16_384).growth !== undefined)).toBe(true);
});
