/* oxlint-disable node/no-process-env -- the seed of a run comes from the environment. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { proofOr } from "../proof-or.ts";
import { randomFrom } from "../random-from.ts";
import { findGrowth, type Read, type Shape } from "./find-growth.ts";
import { wordsIn } from "./searches.ts";

/** A function that reads a caller's text on an event loop, with the files that it consists of. */
type Reader = {
  read: Read;
  /** The files with searches, from the folder of the test, without their ending. Their words are the grammar. */
  files: string[];
  /** The most characters that the operation lets through. */
  limit: number;
  /** Texts that were quadratic once. */
  known?: Shape[];
};

const seed = Number(process.env["GROWTH_SEED"] ?? proofOr(Math.floor(Math.random() * 2 ** 31), 1));
const shapesPerReader = proofOr(600, 24);
/** In characters. All shapes grow to the first length, the slowest of them and the known ones to the second. */
const firstLength = proofOr(262_144, 16_384);
const secondLength = proofOr(20_000_000, 131_072);
const slowestCount = proofOr(5, 3);

/** Characters that most grammars use. */
const characters = [" ", "a", "0", '"', "(", "<", "=", "-", "\n", "\\"];

/** A text that repeats a unit after a head. */
export function after(head: string, unit: string, tail = ""): Shape {
  return { head, unit, tail };
}

/** Measures functions of the folder's package that read a caller's text: their time grows with the text's length alone. */
export function testGrowth(folder: string, readers: Readonly<Record<string, Reader>>): void {
  describe(`the time to read a text grows with its length alone (GROWTH_SEED=${seed})`, () => {
    test.each(Object.entries(readers))(
      "%s",
      (_name, reader) => {
        const sources = reader.files.map((file) => readFileSync(join(folder, `${file}.ts`), "utf8"));
        const words = [...new Set(sources.flatMap(wordsIn))];
        expect(growths(reader, shapesOf(words, shapesPerReader, randomFrom(seed)))).toEqual([]);
      },
      proofOr(600_000, 240_000),
    );
  });
}

/**
 * Shapes of a grammar: a word, then a run of a character or of another word; a run of two words; and, beyond these
 * pairs, two words or a tail. Without enough room for all pairs, the choice is random.
 */
export function shapesOf(words: readonly string[], count: number, random: () => number): Shape[] {
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
