import { expect, test } from "@jest/globals";
import { createServed } from "./served.ts";

test("a project or batch counts by the time that it was served, and its documents under way by their mean", () => {
  const served = createServed({ now: () => 0 });
  for (const projectId of ["invoices", "tables"]) served.fed(projectId);
  expect(served.list()).toEqual([
    { id: "invoices", servedMs: 500, meanMs: 500 },
    { id: "tables", servedMs: 500, meanMs: 500 },
  ]);
  served.done("invoices", 100);
  served.done("tables", 2_500);
  served.fed("invoices");
  expect(served.list()).toEqual([
    { id: "invoices", servedMs: 520, meanMs: 420 },
    { id: "tables", servedMs: 2_500, meanMs: 900 },
  ]);
});

test("served time is forgotten by halves, and a project that is idle for long is forgotten altogether", () => {
  const clock = { now: 0 };
  const served = createServed({ now: () => clock.now });
  served.fed("a");
  served.done("a", 800);
  clock.now = 60_000;
  expect(served.list()).toMatchObject([{ servedMs: 400 }]);
  clock.now = 11 * 60_000;
  expect(served.list()).toEqual([]);
});

test("a document whose time is not known leaves, and counts for nothing", () => {
  const served = createServed({ now: () => 0 });
  served.fed("a");
  served.done("a", undefined);
  served.done("a", undefined);
  expect(served.list()).toEqual([]);
});

test("of very many projects those that were served most are told", () => {
  const served = createServed({ now: () => 0 });
  for (let project = 1; project <= 12_000; project += 1) {
    served.fed(String(project));
    served.done(String(project), project);
  }
  const told = served.list().map(({ id }) => id);
  expect([told.length, told[0], told.at(-1)]).toEqual([500, "12000", "11501"]);
});
