import { expect, test } from "@jest/globals";
import { createSealer } from "./sealer.ts";
import { secretsKeyVariable } from "./secrets-key.ts";

const [first = "", second = "", third = ""] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString("base64"));
const secret = Buffer.from("GB33BUKB20201555555555");

test("sealed bytes show nothing, and open with its key, its purpose and its row alone", () => {
  const sealer = createSealer(first, "requests");
  const sealed = sealer.seal(secret, "doc_1");
  expect([sealed.includes(secret), sealer.seal(secret, "doc_1").equals(sealed)]).toEqual([false, false]);
  expect(sealer.open(sealed, "doc_1")).toEqual(secret);
  expect(sealer.open(sealed, "doc_2")).toBeUndefined();
  expect(createSealer(first, "webhooks").open(sealed, "doc_1")).toBeUndefined();
  expect(createSealer(second, "requests").open(sealed, "doc_1")).toBeUndefined();
});

test("a changed, a short and an unknown text open to nothing", () => {
  const sealer = createSealer(first, "requests");
  const sealed = sealer.seal(secret, "doc_1");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
    expect(sealer.open(changed, "doc_1")).toBeUndefined();
  }
  expect(sealer.open(sealed.subarray(0, 10), "doc_1")).toBeUndefined();
});

test("during a rotation the new key seals and both open", () => {
  const sealed = createSealer(first, "requests").seal(secret, "doc_1");
  const rotated = createSealer(`${second},${first}`, "requests");
  expect(rotated.open(sealed, "doc_1")).toEqual(secret);
  const sealedAgain = rotated.seal(secret, "doc_1");
  expect(createSealer(second, "requests").open(sealedAgain, "doc_1")).toEqual(secret);
  // The first bytes tell what the new key has not sealed yet.
  const isOfNewKey = (bytes: Buffer) => bytes.subarray(0, rotated.keyId.byteLength).equals(rotated.keyId);
  expect([sealed, sealedAgain].map(isOfNewKey)).toEqual([false, true]);
});

test("a second rotation loses nothing of the first: the first key seals, and all three open", () => {
  const values = [first, second, third].map((key) => createSealer(key, "requests").seal(secret, "doc_1"));
  const keys = `${third},${second},${first}`;
  expect(secretsKeyVariable.parse(keys)).toBe(keys);
  const sealer = createSealer(keys, "requests");
  expect(values.map((sealed) => sealer.open(sealed, "doc_1"))).toEqual([secret, secret, secret]);
  expect(createSealer(third, "requests").open(sealer.seal(secret, "doc_1"), "doc_1")).toEqual(secret);
  // What the keys behind the first have sealed is sealed again.
  expect(sealer.keyIds).toEqual([third, second, first].map((key) => createSealer(key, "requests").keyId));
});

test("a value of a missing key is told from a changed one", () => {
  const sealed = createSealer(first, "requests").seal(secret, "doc_1");
  sealed.writeUInt8((sealed.readUInt8(20) + 1) % 256, 20);
  expect([first, second].map((key) => createSealer(key, "requests").hasKeyOf(sealed))).toEqual([true, false]);
});

test.each(["", "c2hvcnQ=", `${first},`])("%j is no SECRETS_KEY", (text) => {
  expect(secretsKeyVariable.safeParse(text).success).toBe(false);
});
