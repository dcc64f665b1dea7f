import { expect, test } from "@jest/globals";
import { piecesOf } from "./file-reply.ts";

test("the pieces of a PDF that Redis loses end with the problem of a dependency", async () => {
  const cause = new Error("cannot read a reply to its end");
  async function* lost() {
    yield Buffer.from("%P");
    throw cause;
  }
  const pieces = piecesOf(lost());
  expect(await pieces.next()).toEqual({ done: false, value: Buffer.from("%P") });
  await expect(pieces.next()).rejects.toMatchObject({ code: "dependency.unavailable", retryAfterSeconds: 1, cause });
});
