import { expect, test } from "@jest/globals";
import { createSealer } from "./sealer.ts";
import { secretsKeyVariable } from "./secrets-key.ts";

const [first, second] = [Buffer.alloc(32, 1).toString("base64"), Buffer.alloc(32, 2).toString("base64")];
const secret = Buffer.from("GB33BUKB20201555555555");

test("sealed bytes show nothing, and open with its key, its purpose and its row alone", () => {
  const sealer = createSealer(first, "requests");
  const sealed = sealer.seal(secret, "doc_1");
  expect(sealed.includes(secret)).toBe(false);
  expect(sealer.seal(secret, "doc_1").equals(sealed)).toBe(false);
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

test.each(["", "c2hvcnQ=", `${first},`, `${first},${second},${first}`])("%j is no SECRETS_KEY", (text) => {
  expect(secretsKeyVariable.safeParse(text).success).toBe(false);
});
