import { createHash } from "node:crypto";
import { ApiProblem, TransportError, type CallOptions } from "@platen/client";
import { expect, test } from "@jest/globals";
import { createMetrics } from "./metrics.ts";
import { createSourceAssets } from "./source-assets.ts";

const logo = Buffer.from("<svg/>");
const sha256 = createHash("sha256").update(logo).digest("hex");
const library = {
  files: [{ address: "https://assets.invalid/logo", sha256, contentType: "image/svg+xml", sizeBytes: 6 }],
  fonts: [],
};
const job = { projectId: "prj_1", sourceId: "ver_1", grant: "grant", requestId: "req_1" };
const never = new AbortController().signal;

/** The assets of a catalog that answers with these, one after the other, and the calls that it got. */
function assetsOf(...answers: (Uint8Array | Error)[]) {
  const calls: { params: unknown; options: CallOptions | undefined }[] = [];
  const metrics = createMetrics({ slots: 1 });
  const assets = createSourceAssets(
    {
      async bytes(_operation, request, options) {
        calls.push({ params: "params" in request ? request.params : undefined, options });
        const answer = answers[Math.min(calls.length, answers.length) - 1];
        if (answer instanceof Error || answer === undefined) throw answer;
        return { bytes: answer, header: () => undefined };
      },
    },
    metrics,
  );
  const read = (changes: Partial<typeof job> = {}) =>
    assets.libraryOf({ ...job, ...changes }, { library })?.read(sha256, never);
  return { assets, read, calls, metrics };
}

test("a file is read once by the grant of a job, and kept for its project alone", async () => {
  const { read, calls, metrics } = assetsOf(logo);
  expect(await Promise.all([read(), read({ sourceId: "ver_2", grant: "other" })])).toEqual([logo, logo]);
  expect(await read()).toEqual(logo);
  expect(calls).toEqual([
    {
      params: { sourceId: "ver_1", sha256 },
      options: { headers: { authorization: "Bearer grant", "x-request-id": "req_1" }, timeoutMs: 10_000 },
    },
  ]);
  await read({ projectId: "prj_2", sourceId: "ver_3", grant: "third" });
  expect(calls.map(({ params }) => params)).toEqual([
    { sourceId: "ver_1", sha256 },
    { sourceId: "ver_3", sha256 },
  ]);
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/platen_asset_reads_total\{.*outcome="completed".*\} 2/);
  expect(text).toMatch(/platen_asset_read_bytes_total.* 12/);
});

test("a file that could not be read with the grant of another job is read with the job's own", async () => {
  const refusal = new ApiProblem(404, { code: "asset.not_found", message: "no", requestId: "req_1" }, undefined);
  const { read, calls } = assetsOf(refusal, logo);
  const [first, second] = await Promise.allSettled([read(), read({ sourceId: "ver_2", grant: "other" })]);
  expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
  expect(calls).toHaveLength(2);
});

test.each([
  ["a catalog that is away", new TransportError("no answer", { failure: "connection", cause: undefined }), true],
  ["other bytes than those of the digest", Buffer.from("other"), true],
  ["a grant refused", new ApiProblem(401, { code: "auth.token_invalid", message: "no", requestId: "req_1" }), true],
  ["a refusal", new ApiProblem(404, { code: "asset.not_found", message: "no", requestId: "req_1" }, undefined), false],
])("%s fails the attempt; a retry is possible unless it was refused", async (_what, answer, retryable) => {
  const { read } = assetsOf(answer);
  await expect(read()).rejects.toMatchObject({
    code: "template_unavailable",
    stage: "load",
    retryable,
    message: "The worker could not read a file of the project's library.",
  });
});

test("the end of a document ends its wait for a file", async () => {
  const { assets } = assetsOf(logo);
  const reading = assets.libraryOf(job, { library })?.read(sha256, AbortSignal.abort());
  await expect(reading).rejects.toMatchObject({ code: "cancelled", stage: "load" });
});

test("a source without a library has none", () => {
  expect(assetsOf(logo).assets.libraryOf(job, {})).toBeUndefined();
});
