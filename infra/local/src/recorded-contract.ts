/* oxlint-disable no-underscore-dangle -- zod calls the inside of a schema `_zod`. */
import * as contracts from "@platen/contracts";
import { doorsOf, operations, problemsOf, type Operation, type PublicOperation } from "@platen/contracts";
import * as internal from "@platen/contracts/internal";
import { internalOperations } from "@platen/contracts/internal";
import { describedOperations } from "@platen/contracts/openapi";
import { retries } from "@platen/contracts/retries";
import { z } from "zod";

const line = (name: string, value: unknown) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;

/** What an operation says beside its schemas. */
function factsOf(operation: Operation) {
  const { request, response, pending: _pending, ...facts } = operation;
  const { body: _body, ...answer } = response;
  return { ...facts, bytes: request.bytes, answer, problems: problemsOf(operation) };
}

type Check = { error?: z.core.$ZodErrorMap<never> | undefined; params?: { maxLength?: unknown } | undefined };

/** What a check says that JSON Schema cannot: the longest text that it sees, and the words with which it refuses one. */
function noteOf({ error, params }: Check): unknown {
  // `as`: each check words an issue of its own kind, and those of the contract do so by its value alone.
  const refusal = error?.({ code: "custom", input: null, path: [] } as never);
  const message = typeof refusal === "object" ? refusal?.message : refusal;
  return message === undefined && params?.maxLength === undefined ? [] : { message, most: params?.maxLength };
}

function schemaOf(schema: z.ZodType, io: "input" | "output", isDescribed: boolean): unknown {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod;
      const checks: Check[] = [def, ...(def.checks ?? []).map((check) => check._zod.def)];
      const notes = checks.flatMap(noteOf);
      if (notes.length > 0) Object.assign(jsonSchema, { notes });
      if (!isDescribed) return;
      delete jsonSchema.description;
      delete jsonSchema["example"];
    },
  });
}

/** Whether a value is a table of texts and numbers: a limit, the names of a list, the waits between retries. */
function isTable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function" && value !== undefined;
  return (
    [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)) && Object.values(value).every(isTable)
  );
}

/**
 * A line for each table of the contract, for each operation and for each schema of its requests and answers, also of those between processes. The reference
 * has the words of the others. A change shows what clients, or processes of two releases, must agree on.
 */
export function recordedContract(): string {
  const ofReference = new Set(describedOperations().map(({ operation }) => operation));
  const definitions = Object.values<PublicOperation>(operations).map((definition) => doorsOf(definition));
  const names = new Set(definitions.flat().map(({ operationId }) => operationId));
  const inside = Object.values<Operation>(internalOperations).filter(({ operationId }) => !names.has(operationId));
  const lines = [...definitions, ...inside.map((operation) => [operation])].flatMap((doors) => {
    const isDescribed = doors.some((door) => ofReference.has(door));
    const facts = doors.map((door) => line(`${door.method} ${door.path}`, factsOf(door)));
    // The schemas of the second door are those of the first, with the project.
    const schemas = doors
      .slice(-1)
      .flatMap(({ operationId, request: { bytes: _bytes, ...request }, response, pending }) =>
        Object.entries<z.ZodType | undefined>({ ...request, answer: response.body, pending }).flatMap(
          ([part, schema]) => {
            const io = part in request ? "input" : "output";
            return schema ? [line(`${part} of ${operationId}`, schemaOf(schema, io, isDescribed))] : [];
          },
        ),
      );
    return [...facts, ...schemas];
  });
  const tables = Object.entries({ ...contracts, ...internal, retries }).filter(([, value]) => isTable(value));
  return `{\n${[...tables.map(([name, value]) => line(name, value)), ...lines].join(",\n")}\n}\n`;
}
