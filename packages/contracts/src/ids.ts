import { ulid } from "ulid";
import { z } from "zod";

/** Every kind of id the service hands out, with its prefix. A prefix never names a secret: keys start with `plt_`. */
export const idPrefixes = {
  account: "acc",
  apiKey: "key",
  document: "doc",
  invitation: "inv",
  previewSource: "pvw",
  project: "prj",
  request: "req",
  template: "tpl",
  templateVersion: "ver",
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Makes a new id: the kind's prefix and a lower-case ULID, so ids of one kind sort by the time they were made. */
export function createId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${ulid().toLowerCase()}`;
}

const pattern = (kind: IdKind) => new RegExp(`^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`);

/** Tells whether a value is an id of the kind, by its form alone. */
export function isId(kind: IdKind, value: string): boolean {
  return pattern(kind).test(value);
}

/** A schema for ids of one kind, for parameters and fields. */
export function idSchema(kind: IdKind) {
  const prefix = idPrefixes[kind];
  return z
    .string()
    .regex(pattern(kind), `must be an id of the form ${prefix}_ and 26 characters`)
    .meta({
      description: `Id of the ${kind}, starting with \`${prefix}_\`.`,
      example: `${prefix}_01jd3k8v7n2q4r6s8t0v2w4x6z`,
    });
}
