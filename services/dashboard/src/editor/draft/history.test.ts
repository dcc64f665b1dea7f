import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../template-source.ts";
import { edit, redo, startHistory, undo } from "./history.ts";

const source: TemplateSource = { html: "a", css: "", settings: {}, dataSets: [{ name: "One", json: "{}" }] };

describe("the history", () => {
  test("undoes and redoes edits of all parts of the source one by one", () => {
    const first = edit(startHistory(source), { html: "b" }, undefined, 0);
    const second = edit(first, { settings: { format: "A5" } }, undefined, 0);
    expect(undo(second).present).toEqual({ ...source, html: "b" });
    expect(undo(undo(second)).present).toEqual(source);
    expect(undo(undo(undo(second))).present).toEqual(source);
    expect(redo(redo(undo(undo(second)))).present).toEqual(second.present);
  });

  test("joins only edits of the same step that follow each other closely", () => {
    let history = edit(startHistory(source), { html: "ab" }, "html", 0);
    history = edit(history, { html: "abc" }, "html", 500);
    history = edit(history, { html: "abcd" }, "html", 2_000);
    history = edit(history, { css: "x" }, "css", 2_100);
    history = edit(history, { css: "" }, undefined, 2_110);
    history = edit(history, { css: "y" }, undefined, 2_120);
    const seen: [string, string][] = [];
    for (let at = history; at.past.length > 0; at = undo(at)) seen.push([at.present.html, at.present.css]);
    expect(seen).toEqual([
      ["abcd", "y"],
      ["abcd", ""],
      ["abcd", "x"],
      ["abcd", ""],
      ["abc", ""],
    ]);
  });

  test("joins edits of one symbol however long the pauses are, and keeps no step that leads back to where it began", () => {
    const step = Symbol("text");
    let history = edit(startHistory(source), { html: "ab" }, step, 0);
    history = edit(history, { html: "abc" }, step, 60_000);
    expect(undo(history).present).toBe(source);
    history = edit(history, { html: "a" }, step, 61_000);
    expect([history.past, history.present]).toEqual([[], source]);
    history = edit(history, { html: "ad" }, step, 62_000);
    expect(undo(history).present).toBe(source);
    expect(edit(history, { html: "ade" }, Symbol("text"), 62_000).past).toHaveLength(2);
  });

  test("does not join a new edit to a step that undo went back to", () => {
    const edited = edit(edit(startHistory(source), { html: "b" }, "html", 0), { html: "c" }, "other", 10);
    const again = edit(undo(edited), { html: "d" }, "html", 20);
    expect(undo(again).present.html).toBe("b");
    expect(again.future).toEqual([]);
  });

  test("ignores an edit that changes nothing", () => {
    const history = startHistory(source);
    expect(edit(history, { html: "a", settings: {} }, undefined, 0)).toBe(history);
  });

  test("drops the oldest steps of large sources to limit memory", () => {
    let history = startHistory({ ...source, html: "x".repeat(1_000_000) });
    for (let step = 0; step < 100; step += 1) {
      history = edit(history, { html: `${step}${"x".repeat(1_000_000)}` }, undefined, step);
    }
    expect(history.past.length).toBeLessThanOrEqual(40);
    expect(undo(history).present.html.startsWith("98")).toBe(true);
  });
});
