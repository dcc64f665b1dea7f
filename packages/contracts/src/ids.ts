import { encodeTime, ulid } from "ulid";
import { formed } from "./schemas/fields.ts";

/** Every kind of id with its prefix. None is the prefix of a secret: API key values start with `plt_`. */
export const idPrefixes = {
  account: "acc",
  apiKey: "key",
  archive: "zip",
  asset: "ast",
  batch: "bat",
  content: "cnt",
  delivery: "dlv",
  document: "doc",
  invitation: "inv",
  previewSource: "pvw",
  project: "prj",
  request: "req",
  snippet: "snp",
  template: "tpl",
  templateVersion: "ver",
} as const;

export type IdKind = keyof typeof idPrefixes;

// ulid reads randomness byte by byte, sixteen times for each id. Each system call costs as much as one for a whole block.
let randomBlock = new Uint8Array(0);
let randomUsed = 0;

/** A cryptographic random number from 0 up to 1 for ulid, read from the system in blocks. */
function random(): number {
  if (randomUsed >= randomBlock.length) {
    randomBlock = crypto.getRandomValues(new Uint8Array(4_096));
    randomUsed = 0;
  }
  const byte = randomBlock[randomUsed] ?? 0;
  randomUsed += 1;
  return byte / 256;
}

/** Creates an id: the kind's prefix and a lower-case ULID, so ids of one kind sort by time. */
export function createId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${ulid(undefined, random).toLowerCase()}`;
}

/** The beginning of the ids of a millisecond: ids of before are less, and ids from then on are greater. */
export function idsFrom(kind: IdKind, time: Date): string {
  return `${idPrefixes[kind]}_${encodeTime(time.getTime()).toLowerCase()}`;
}

const pattern = (kind: IdKind) => new RegExp(`^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`);

/** Tells whether a value is an id of the kind, by its form alone. */
export function isId(kind: IdKind, value: string): boolean {
  return pattern(kind).test(value);
}

/** A schema for ids of one kind, for parameters and fields. */
export function idSchema(kind: IdKind) {
  const prefix = idPrefixes[kind];
  return formed(pattern(kind), prefix.length + 27, `must be an id: ${prefix}_ followed by 26 characters`).meta({
    description: `Id of the ${kind}, starting with \`${prefix}_\`.`,
    example: `${prefix}_01jd3k8v7n2q4r6s8t0v2w4x6z`,
  });
}
