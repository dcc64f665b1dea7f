import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { z } from "zod";
import { loadConfig, pemVariable, urlVariable } from "./index.ts";

const schema = z.object({
  REDIS_URL: urlVariable("redis"),
  KEY: pemVariable.optional(),
});

let folder: string;
const inFolder = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "platen-config-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  writeFileSync(inFolder(name), text);
  return inFolder(name);
}

test("a variable may be given by a file, whose last line may be ended", () => {
  const pem = "-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----";
  const environment = {
    REDIS_URL_FILE: write("redis-url", "redis://:secret@127.0.0.1\n"),
    KEY_FILE: write("key.pem", `${pem}\n`),
  };
  expect(loadConfig(schema, environment)).toEqual({ REDIS_URL: "redis://:secret@127.0.0.1", KEY: pem });
});

test("an empty NAME_FILE counts as not set", () => {
  expect(loadConfig(schema, { REDIS_URL: "redis://127.0.0.1", REDIS_URL_FILE: "" })).toEqual({
    REDIS_URL: "redis://127.0.0.1",
  });
});

test("what the file holds is checked as the variable is, and not repeated in the message", () => {
  expect(() => loadConfig(schema, { REDIS_URL_FILE: write("other-url", "http://:secret@127.0.0.1") })).toThrow(
    /^The environment does not fit:\n {2}REDIS_URL: must be a URL starting with redis:\/\/$/,
  );
});

test("a variable that is given twice is refused: nobody could tell which one counts", () => {
  const environment = { REDIS_URL: "redis://127.0.0.1", REDIS_URL_FILE: write("url", "redis://127.0.0.2") };
  expect(() => loadConfig(schema, environment)).toThrow(
    "REDIS_URL and REDIS_URL_FILE are both set: leave one of them out",
  );
});

test("files that are missing, folders or empty are named with the reason, also of a variable that may be left out", () => {
  const environment = { REDIS_URL_FILE: inFolder("missing"), KEY_FILE: write("empty", "\n") };
  expect(() => loadConfig(schema, environment)).toThrow(
    [
      "The environment does not fit:",
      `  REDIS_URL_FILE: ${inFolder("missing")} cannot be read (ENOENT)`,
      `  KEY_FILE: ${inFolder("empty")} is empty`,
    ].join("\n"),
  );
  expect(() => loadConfig(schema, { REDIS_URL: "redis://127.0.0.1", KEY_FILE: folder })).toThrow(
    `KEY_FILE: ${folder} cannot be read (EISDIR)`,
  );
});
