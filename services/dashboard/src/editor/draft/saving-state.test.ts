import { expect, test } from "@jest/globals";
import type { TemplateSource } from "../template-source.ts";
import {
  arrived,
  decided,
  dueAt,
  edited,
  failed,
  failureRead,
  foundOwn,
  met,
  reconnected,
  resumed,
  sent,
  startSaving,
  taken,
  unchanged,
  type SaveProblem,
} from "./saving-state.ts";

const source = (html: string): TemplateSource => ({ html, css: "", settings: {}, dataSets: [] });
const start = startSaving<string>("automatic", undefined);
const transient: SaveProblem = { kind: "transient", message: "no answer", retryAfterMs: 0 };
const refused: SaveProblem = { kind: "refused", failure: { message: "wrong" } };
const shut: SaveProblem = { kind: "shut", failure: { message: "not yours" } };
const at = (time: number) => ({ at: time, before: undefined, source: undefined });

test("a save is due when the author pauses, and at the latest 10 s after the first edit", () => {
  expect(dueAt(start)).toBeUndefined();
  const first = edited(start, 1_000);
  expect(dueAt(first)).toBe(2_500);
  expect(dueAt(edited(first, 2_000))).toBe(3_500);
  expect(dueAt(edited(first, 10_900))).toBe(11_000);
});

test("no save is due while one is under way, after all edits are taken, or where the author asks for saves", () => {
  const state = edited(start, 0);
  expect(dueAt({ ...state, isSaving: true })).toBeUndefined();
  expect(dueAt(taken(state, undefined))).toBeUndefined();
  expect(dueAt(edited(startSaving<string>("asked", undefined), 0))).toBeUndefined();
});

test("the next save waits four times as long as the last one took, and at least 3 s", () => {
  const after = (took: number) => dueAt(edited(arrived(start, { startedAt: 0, at: took, mistake: undefined }), took));
  expect(after(100)).toBe(3_100);
  expect(after(5_000)).toBe(25_000);
});

test("a save without an answer gives its edits back and waits longer each time, or as long as the server says", () => {
  const once = failed(taken(edited(start, 5), undefined), transient, { ...at(100), before: { first: 5, last: 5 } });
  expect(once).toMatchObject({ edits: { first: 5, last: 5 }, earliest: 2_100, failures: 1 });
  expect(failed(once, transient, at(3_000)).earliest).toBe(7_000);
  expect(failed(start, { ...transient, retryAfterMs: 30_000 }, at(0)).earliest).toBe(30_000);
  expect(dueAt(reconnected(once))).toBe(1_505);
  expect(reconnected(start)).toBe(start);
});

test("a source that the server refused is not looked for on the server, and one without an answer is", () => {
  const [one, two] = [source("one"), source("two")];
  const both = sent(sent(start, one), two);
  expect(failed(both, refused, { ...at(0), source: two }).unanswered).toEqual([one]);
  expect(failed(both, transient, { ...at(0), source: two }).unanswered).toEqual([one, two]);
  const many = Array.from({ length: 20 }, (_, index) => source(String(index)));
  expect(many.reduce(sent<string>, start).unanswered).toEqual(many.slice(-8));
});

test("after a refusal of the author only the author goes on, after a refusal of the source the next edit does", () => {
  expect(dueAt(edited(failed(start, refused, at(0)), 100))).toBe(3_000);
  const held = edited(failed(start, shut, at(0)), 100);
  expect(dueAt(held)).toBeUndefined();
  expect(dueAt(resumed(held))).toBe(3_000);
});

test("what another member saved holds all saves until the author asks for one", () => {
  const state = edited(met(start, "theirs", "They saved."), 0);
  expect(state).toMatchObject({ theirs: "theirs", failure: { message: "They saved." }, wish: undefined });
  expect(dueAt(state)).toBeUndefined();
  expect(dueAt(decided(state))).toBeUndefined();
  expect(decided(state).theirs).toBeUndefined();
  expect(dueAt(resumed(state))).toBe(1_500);
});

test("words about a save that the author asked for stay until they are read or something is saved", () => {
  const asked = failed(taken(start, "publish"), refused, at(0));
  expect(asked.wish).toBe("publish");
  const again = failed(taken(asked, undefined), transient, at(0));
  expect(again).toMatchObject({ wish: "publish", failure: { message: "no answer" } });
  expect(failureRead(again)).toMatchObject({ wish: undefined, failure: { message: "no answer" } });
  for (const state of [unchanged(again), foundOwn(again)]) {
    expect(state).toMatchObject({ wish: undefined, failure: undefined, failures: 0 });
  }
});

test("undo to what is saved ends the waiting for the author", () => {
  expect(unchanged(edited(failed(start, shut, at(0)), 1))).toMatchObject({ mode: "automatic", edits: undefined });
});
