import { randomBytes } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createSealer } from "./sealer.ts";
import { createWaitingSeal } from "./waiting-seal.ts";

const data = Buffer.from('{"iban":"GB33BUKB20201555555555"}');
const about = "document doc_1";
const sealerOf = () => createSealer(randomBytes(32).toString("base64"), "waiting data");

test("data are read as they came, sealed or not, and sealed ones by none without their key", () => {
  const [withKey, withOther, without] = [sealerOf(), sealerOf(), undefined].map(createWaitingSeal);
  const [sealed, open] = [withKey, without].map((seal) => seal?.store(data, about) ?? { open: null, sealed: null });
  const readBy = [withKey, withOther, without].map((seal) =>
    [sealed, open].map((stored) => stored && seal?.read(stored, about)),
  );
  expect(readBy).toEqual([
    [data, data],
    [undefined, data],
    [undefined, data],
  ]);
  expect(sealed?.open).toBeNull();
});
