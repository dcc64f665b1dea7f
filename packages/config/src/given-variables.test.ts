import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { z } from "zod";
import { loadConfig, pemVariable, urlVariable } from "./index.ts";

const schema = z.object({ REDIS_URL: urlVariable("redis"), KEY: pemVariable.optional() });

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

test("NAME_FILE gives the value of NAME, without the file's last line break", () => {
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

test("the content of a file is checked like a variable, and the message does not repeat it", () => {
  expect(() => loadConfig(schema, { REDIS_URL_FILE: write("other-url", "http://:secret@127.0.0.1") })).toThrow(
    /^Invalid environment variables:\n {2}REDIS_URL: must be a URL starting with redis:\/\/$/,
  );
});

test("a variable set both directly and by a file is refused", () => {
  const environment = { REDIS_URL: "redis://127.0.0.1", REDIS_URL_FILE: write("url", "redis://127.0.0.2") };
  expect(() => loadConfig(schema, environment)).toThrow("REDIS_URL and REDIS_URL_FILE are both set: set only one");
});

test("a missing file, a folder or an empty file is refused with the reason, even for an optional variable", () => {
  const environment = { REDIS_URL_FILE: inFolder("missing"), KEY_FILE: write("empty", "\n") };
  expect(() => loadConfig(schema, environment)).toThrow(
    [
      "Invalid environment variables:",
      `  REDIS_URL_FILE: cannot read the file ${inFolder("missing")} (ENOENT)`,
      `  KEY_FILE: the file ${inFolder("empty")} is empty`,
    ].join("\n"),
  );
  expect(() => loadConfig(schema, { REDIS_URL: "redis://127.0.0.1", KEY_FILE: folder })).toThrow(
    `KEY_FILE: cannot read the file ${folder} (EISDIR)`,
  );
});
