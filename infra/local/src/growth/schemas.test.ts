/* oxlint-disable node/no-process-env -- the seed of a run comes from the environment. */
import { describe, expect, test } from "@jest/globals";
import { isProblem, publicOperations, type Operation } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { parseValue } from "@platen/http/check-request";
import { parseJson } from "@platen/http/parse-json";
import { proofOr, randomFrom } from "@platen/testing";
import type { z } from "zod";
import { placesOf, shapesFor, type HostileShape, type Place } from "./hostile-values.ts";

const seed = Number(process.env["GROWTH_SEED"] ?? proofOr(Math.floor(Math.random() * 2 ** 31), 1));

const shortBytes = 16_384;
const largeBytes = 5 * 1_048_576;
/** Bodies up to 16 KiB are checked on the event loop. */
const maxMsOfShort = 50;
/** Larger ones are checked where the check can be ended: half a second for the largest body. */
const maxMsPerMegabyte = 100;

type Part = { name: string; schema: z.ZodType; isLarge: boolean };

/** Each schema of a request in the contract once, with the first operation that has it. */
function partsOfRequests(): Part[] {
  const all = [...publicOperations(), ...Object.values<Operation>(internalOperations)];
  const parts = new Map<z.ZodType, Part>();
  for (const { operationId, hasLargeBody, request } of all) {
    for (const kind of ["params", "query", "headers", "body"] as const) {
      const schema = request[kind];
      const isLarge = kind === "body" && hasLargeBody === true;
      if (!schema || (parts.has(schema) && !isLarge)) continue;
      parts.set(schema, { name: parts.get(schema)?.name ?? `${kind} of ${operationId}`, schema, isLarge });
    }
  }
  return [...parts.values()];
}

const maxMsOf = (bytes: number) => Math.max(maxMsOfShort, (bytes / 1_000_000) * maxMsPerMegabyte);

/**
 * How long the check of a value takes, if that is too long. Wall time only acquits, because it is never shorter than
 * processor time, and the least of several counts.
 */
function slowMs(schema: z.ZodType, value: unknown, maxMs: number): number | undefined {
  const startedAt = performance.now();
  parseValue(schema, value);
  if (performance.now() - startedAt <= maxMs) return undefined;
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    parseValue(schema, value);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  const least = Math.min(...times);
  return least > maxMs ? least : undefined;
}

/** The value of a shape at a place as the reader of bodies hands it on; undefined for one that it refuses. */
function received({ embed }: Place, { make }: HostileShape, bytes: number): { value: unknown } | undefined {
  const around = JSON.stringify(embed(0)).length;
  const body = Buffer.from(JSON.stringify(embed(make(bytes - around - 100))));
  if (body.byteLength > bytes) return undefined;
  try {
    return parseJson(body);
  } catch (error) {
    if (isProblem(error)) return undefined;
    throw error;
  }
}

const random = randomFrom(seed);
const share = proofOr(1, 0.01);
/** A part that schemas share is measured once. */
const measured = { short: new Set<unknown>(), large: new Set<unknown>() };

function slowValues({ schema }: Part, size: "short" | "large"): string[] {
  const slow: string[] = [];
  for (const place of placesOf(schema)) {
    if (measured[size].has(place.node)) continue;
    measured[size].add(place.node);
    for (const shape of shapesFor(place).filter(({ isKnown }) => isKnown === true || random() < share)) {
      const isText = shape.name.startsWith("a long text");
      const bytes = size === "short" ? shortBytes : proofOr(largeBytes, isText ? largeBytes / 4 : largeBytes / 16);
      const given = received(place, shape, bytes);
      if (!given) continue;
      let result: number | string | undefined;
      try {
        result = slowMs(schema, given.value, maxMsOf(bytes));
      } catch (error) {
        result = String(error);
      }
      if (result !== undefined) slow.push(`${shape.name} at "${place.path}": ${result}`);
    }
  }
  return slow;
}

describe(`a check ends early, whatever a caller sends (GROWTH_SEED=${seed})`, () => {
  const parts = partsOfRequests();
  test.each(parts.map((part) => [part.name, part] as const))("%s, up to 16 KiB", (_name, part) => {
    expect(slowValues(part, "short")).toEqual([]);
  });

  test.each(parts.filter(({ isLarge }) => isLarge).map((part) => [part.name, part] as const))(
    "%s, up to 5 MiB",
    (_name, part) => expect(slowValues(part, "large")).toEqual([]),
    proofOr(1_200_000, 240_000),
  );
});
