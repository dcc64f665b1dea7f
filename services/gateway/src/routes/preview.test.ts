import { expect, test } from "@jest/globals";
import { Problem } from "@platen/contracts";
import { accountId, createScriptedGeneration, projectId } from "../testing/scripted-generation.ts";

const afterPermit = ["wait", "add", "release"];
const stranger = { kind: "session", network: "192.0.2.2", sessionHash: "2".repeat(64) } as const;

test("a preview stores its source after it has a permit, also the first preview of a session in a project", async () => {
  const generation = createScriptedGeneration();
  await generation.preview();
  expect(generation.steps).toEqual(["ask", "acquire", "create", ...afterPermit]);
  generation.steps.length = 0;
  await generation.preview();
  expect(generation.steps).toEqual(["acquire", "create", ...afterPermit]);
  expect(generation.acquired.at(-1)?.bucket).toEqual({ accountId, projectId, kind: "previews" });
});

test("a preview that gets no permit stores nothing", async () => {
  const refused = { outcome: "busy", limitedBy: "documents", retryAfterSeconds: 4 } as const;
  const generation = createScriptedGeneration({ acquire: () => refused });
  await expect(generation.preview()).rejects.toMatchObject({ code: "project.busy", retryAfterSeconds: 4 });
  expect(generation.steps).toEqual(["ask", "acquire"]);
});

test("a stranger's preview takes no permit of a project", async () => {
  const generation = createScriptedGeneration();
  await generation.preview();
  generation.steps.length = 0;
  generation.script.findTenant = () => Promise.reject(new Problem("project.not_found"));
  await expect(generation.preview({ caller: stranger })).rejects.toMatchObject({ code: "project.not_found" });
  expect(generation.steps).toEqual(["ask"]);
});

test("a member of one project takes no permit of another", async () => {
  const generation = createScriptedGeneration();
  await generation.preview();
  generation.steps.length = 0;
  await generation.preview({ projectId: "prj_01jd3k8v7n2q4r6s8t0v2w4x6a" });
  expect(generation.steps.slice(0, 2)).toEqual(["ask", "acquire"]);
});
