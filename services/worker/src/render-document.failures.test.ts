import { expect, test } from "@jest/globals";
import { TransportError } from "@platen/client";
import { RenderError } from "@platen/engine/failure";
import { PermanentFailure } from "@platen/queue";
import type { VerifiedGrant } from "@platen/service-tokens";
import {
  claims,
  createRenderFixture,
  failingWith,
  failureOf,
  job,
  printed,
  printing,
} from "../proof/render-fixture.ts";

test.each<[string, Partial<VerifiedGrant>]>([
  ["document", { documentId: "doc_2" }],
  ["project", { projectId: "prj_2" }],
  ["template source", { sourceId: "ver_2" }],
  ["signer than those of its lane", { issuer: "platen-courier" }],
])("a job whose grant names another %s reads nothing, fails for good, and is not answered", async (_, other) => {
  const { render, calls } = createRenderFixture({ claims: { ...claims, ...other } });
  const failure = await failureOf(render());
  expect(failure).toBeInstanceOf(PermanentFailure);
  expect(failure).toMatchObject({ cause: { code: "template_unavailable", retryable: false } });
  expect(calls).toEqual(["grant"]);
});

test("the grant of a template's document opens no job that brings its own source", async () => {
  const { render, calls } = createRenderFixture({});
  const source = { html: "<p>", css: "", settings: {}, title: "x", isTemplate: false };
  expect(await failureOf(render({ request: { source } }))).toMatchObject({ cause: { code: "template_unavailable" } });
  expect(calls).toEqual(["grant"]);
});

test("the message of a syntax error, which quotes the template, does not reach the log", async () => {
  const detail = 'Unclosed section "secret"';
  const { render, lines } = createRenderFixture({
    filler: {
      fillTemplate: () => Promise.reject(new RenderError("template_syntax", { stage: "template", detail })),
      close: () => Promise.resolve(),
    },
  });
  await failureOf(render());
  expect(lines).toMatchObject([{ fields: { failureCode: "template_syntax" } }]);
  expect(JSON.stringify(lines)).not.toContain("secret");
});

test("a job whose grant cannot be verified fails for good", async () => {
  const refusal = new Error("expired");
  const { render, calls } = createRenderFixture({
    grants: {
      verifyGrant() {
        throw refusal;
      },
    },
  });
  expect(await failureOf(render())).toMatchObject({
    name: "PermanentFailure",
    cause: { code: "template_unavailable", cause: refusal },
  });
  expect(calls).toEqual([]);
});

test("a document after its deadline is neither rendered nor tried again", async () => {
  const { render, calls, clock } = createRenderFixture();
  clock.now = job.deadlineAt;
  expect(await failureOf(render())).toMatchObject({
    name: "PermanentFailure",
    cause: { code: "render_timeout", stage: "queue" },
  });
  expect(calls).toEqual([]);
});

test("a document that waited too long is not rendered if its template recently took longer than the time left", async () => {
  const fixture = createRenderFixture(
    printing(async () => {
      fixture.clock.now += 2_500;
      return printed;
    }),
  );
  await fixture.render();
  fixture.clock.now = job.deadlineAt - 2_000;
  const failure = await failureOf(fixture.render());
  expect(failure).toMatchObject({ name: "PermanentFailure", cause: { code: "render_timeout", stage: "queue" } });
  expect(fixture.calls.filter((call) => call === "fill")).toHaveLength(1);
});

test("the queue gets a temporary failure as it is, and tries the document again", async () => {
  const crash = new RenderError("browser_crashed");
  expect(await failureOf(createRenderFixture(failingWith(crash)).render())).toBe(crash);
  const failure = await failureOf(createRenderFixture(failingWith(new Error("secret"))).render());
  expect(failure).toMatchObject({ code: "unknown", retryable: true, message: expect.not.stringContaining("secret") });
});

test.each([
  [
    "is tried three times if its browser crashes",
    new RenderError("browser_crashed"),
    "2: again, 3: for good, 5: for good",
  ],
  [
    "goes on being tried while the catalog is away",
    new RenderError("template_unavailable", { stage: "load" }),
    "2: again, 3: again, 5: again",
  ],
])("a document %s", async (_, error, expected) => {
  const outcomes: string[] = [];
  for (const attempt of [2, 3, 5]) {
    const failure = await failureOf(createRenderFixture(failingWith(error)).render({}, attempt));
    outcomes.push(`${attempt}: ${failure === error ? "again" : "for good"}`);
  }
  expect(outcomes.join(", ")).toBe(expected);
});

test("a document that fails by its own fault is not tried again", async () => {
  const failure = await failureOf(createRenderFixture(failingWith(new RenderError("document_too_large"))).render());
  expect(failure).toMatchObject({ name: "PermanentFailure", cause: { code: "document_too_large" } });
});

test("a temporary failure is not tried again after the deadline", async () => {
  const fixture = createRenderFixture(
    printing(() => {
      fixture.clock.now = job.deadlineAt;
      return Promise.reject(new RenderError("browser_crashed"));
    }),
  );
  expect(await failureOf(fixture.render())).toBeInstanceOf(PermanentFailure);
});

test("the withdrawal of a document ends its rendering", async () => {
  const fixture = createRenderFixture(
    printing(({ signal }) => {
      fixture.withdrawal.abort(new Error("withdrawn"));
      return Promise.reject(new RenderError("cancelled", { cause: signal.reason }));
    }),
  );
  expect(await failureOf(fixture.render())).toMatchObject({
    cause: { code: "cancelled", cause: { message: "withdrawn" } },
  });
  expect(fixture.replies).toEqual([]);
});

test("the failure of a document is sent to the caller, then reported", async () => {
  const { answerFailure, calls, replies, reports } = createRenderFixture();
  await answerFailure(
    job,
    new PermanentFailure("x", { cause: new RenderError("data_invalid", { stage: "template" }) }),
  );
  const failure = expect.objectContaining({ code: "data_invalid", stage: "template", retryable: false });
  expect(replies).toEqual([{ replyTo: "gateway-1", reply: { outcome: "failed", documentId: "doc_1", failure } }]);
  expect(reports).toEqual([{ status: "failed", grant: "grant", documentId: "doc_1", failure }]);
  expect(calls).toEqual(["reply", "grant", "report"]);
});

test("the report says that the catalog was away, whose silence is not the document's fault", async () => {
  const { answerFailure, reports } = createRenderFixture();
  const cause = new RenderError("storage_unavailable", {
    cause: new TransportError("no answer", { failure: "connection" }),
  });
  await answerFailure(job, new PermanentFailure("x", { cause }));
  expect(reports).toMatchObject([{ status: "failed", documentId: "doc_1", isCatalogAway: true }]);
});

test("a document that crashes its workers fails with browser_crashed and is not tried again", async () => {
  const { answerFailure, replies } = createRenderFixture();
  await answerFailure(job, new Error("job stalled more than allowable limit"));
  expect(replies[0]?.reply).toMatchObject({ failure: { code: "browser_crashed", retryable: false } });
});

test.each<[string, Partial<VerifiedGrant>]>([
  ["a preview", { preview: true }],
  ["a job whose grant names another document", { documentId: "doc_2" }],
])("%s that has failed is answered and not reported", async (_, other) => {
  const { answerFailure, replies, reports } = createRenderFixture({ claims: { ...claims, ...other } });
  await answerFailure(job, new RenderError("data_invalid"));
  expect(replies).toHaveLength(1);
  expect(reports).toEqual([]);
});
