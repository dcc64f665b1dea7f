import { expect, test } from "@jest/globals";
import type { Transport } from "@platen/client";
import { source } from "../proof/render-fixture.ts";
import { createTemplateSources } from "./template-sources.ts";

const { signal } = new AbortController();

/** A catalog that accepts one grant, and the grants that came. */
function createSources() {
  const grants: string[] = [];
  const call = async (_operation: unknown, _request: unknown, { headers }: { headers: Record<string, string> }) => {
    const { authorization = "" } = headers;
    grants.push(authorization);
    if (authorization !== "Bearer good") throw new Error("refused");
    return source;
  };
  // Stands in for a generic method, with the one operation it is called with.
  const sources = createTemplateSources({ call } as unknown as Transport);
  return { grants, get: (grant: string) => sources.get({ sourceId: "ver_1", grant, requestId: "req_1" }, signal) };
}

test("documents of one template at a time share a reading, and later ones need none", async () => {
  const { get, grants } = createSources();
  expect([await Promise.all([get("good"), get("good")]), await get("good")]).toEqual([[source, source], source]);
  expect(grants).toEqual(["Bearer good"]);
});

test("a document that shares the reading of one whose grant is refused reads with its own", async () => {
  const { get } = createSources();
  const [refused, read] = await Promise.allSettled([get("bad"), get("good")]);
  expect(refused).toMatchObject({ reason: { code: "template_unavailable" } });
  expect(read).toEqual({ status: "fulfilled", value: source });
});
