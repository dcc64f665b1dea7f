import { expect, test } from "@jest/globals";
import type { OpeningRequest } from "@platen/contracts/internal";
import { createOpenDocument } from "./document-creator.ts";

const request = { keyHash: "0".repeat(64), requestId: "req_12345678", templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z" };

/** A catalog that answers as `answer` says, because the real one cannot be made to answer wrongly. */
function openingWith(answer: (documents: readonly OpeningRequest[]) => unknown) {
  const call = (_operation: unknown, { body }: { body: { documents: OpeningRequest[] } }) =>
    Promise.resolve({ documents: answer(body.documents) });
  // Stands in for the one generic method that is used, with the one operation it is used for.
  const openDocument = createOpenDocument({ catalog: { call } as never, spacingMs: () => 0 });
  return (asked: typeof request) => openDocument(asked, undefined);
}

const refused = ({ documentId }: OpeningRequest) => ({ outcome: "refused", documentId, code: "template.not_found" });

test("answers that got into another order reach nobody", async () => {
  const open = openingWith((documents) => documents.map(refused).toReversed());
  const settled = await Promise.allSettled([open(request), open(request)]);
  expect(settled.map((result) => result.status === "rejected" && result.reason.code)).toEqual(["internal", "internal"]);
});

test("answers that are too few reach nobody", async () => {
  const open = openingWith((documents) => documents.slice(1).map(refused));
  const settled = await Promise.allSettled([open(request), open(request)]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a document that is refused has its problem, with the catalog's words where it gives some", async () => {
  const open = openingWith((documents) =>
    documents.map((document, index) => ({ ...refused(document), ...(index === 1 && { message: "No such version." }) })),
  );
  const problems = await Promise.all([open(request), open(request)].map((opened) => opened.catch((error) => error)));
  expect(problems).toEqual([
    expect.objectContaining({ code: "template.not_found", status: 404 }),
    expect.objectContaining({ code: "template.not_found", message: "No such version." }),
  ]);
});
