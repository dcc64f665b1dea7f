import { describe, expect, test } from "@jest/globals";
import { closeView, moveBorder, openView, shareOf, shownViews, toggleView, type Layout } from "./layout.ts";
import { besideDesign, panelsBeside, roomFor } from "./room.ts";

const layout: Layout = { open: ["design", "preview"], shares: {} };

describe("the views", () => {
  test("stand side by side if the window is wide enough", () => {
    expect([390, 859, 860, 1440, 1559, 1560].map(roomFor)).toEqual([1, 1, 2, 2, 2, 3]);
  });

  test("replace each other, and the preview stays beside them", () => {
    expect(shownViews(openView(layout, "code", 2), 2)).toEqual(["code", "preview"]);
    expect(shownViews(openView(openView(layout, "code", 2), "data", 2), 2)).toEqual(["data", "preview"]);
    expect(shownViews(openView(layout, "code", 3), 3)).toEqual(["code", "preview"]);
    expect(shownViews(openView(closeView(layout, "preview"), "data", 2), 2)).toEqual(["data"]);
  });

  test("stand beside another one on request, as far as there is room", () => {
    expect(shownViews(openView(layout, "code", 3, true), 3)).toEqual(["design", "code", "preview"]);
    expect(shownViews(openView(layout, "code", 2, true), 2)).toEqual(["code", "preview"]);
    const both = openView(openView(closeView(layout, "preview"), "code", 2), "data", 2, true);
    expect(shownViews(both, 2)).toEqual(["code", "data"]);
    expect(shownViews(openView(both, "code", 2), 2)).toEqual(["data", "code"]);
  });

  test("appear one at a time in a narrow window, and all again in a wide one", () => {
    const narrow = openView(layout, "design", 1);
    expect(shownViews(narrow, 1)).toEqual(["design"]);
    expect(shownViews(narrow, 2)).toEqual(["design", "preview"]);
  });

  test("close by a click on their name, except for the only one beside the preview", () => {
    const click = (from: Layout, ...ids: Parameters<typeof toggleView>[1][]) =>
      shownViews(
        ids.reduce((now, id) => toggleView(now, id, 3), from),
        3,
      );
    expect(click(layout, "design")).toEqual(["design", "preview"]);
    expect(click(layout, "preview")).toEqual(["design"]);
    expect(click(openView(layout, "code", 3, true), "design")).toEqual(["code", "preview"]);
    expect(click(layout, "preview", "design")).toEqual(["design"]);
    expect(shownViews(toggleView(layout, "preview", 1), 1)).toEqual(["preview"]);
  });

  test("cannot all be closed", () => {
    expect(closeView(closeView(layout, "design"), "preview").open).toEqual(["preview"]);
  });

  test("share the width as their border moves, within limits: Design keeps half of both", () => {
    const moved = moveBorder(layout, ["code", "preview"], 0.75, 1440);
    expect(shareOf(moved, "code", 1440) / shareOf(moved, "preview", 1440)).toBeCloseTo(3);
    const far = moveBorder(layout, ["code", "preview"], 0.01, 1440);
    expect(shareOf(far, "code", 1440) / shareOf(far, "preview", 1440)).toBeCloseTo(0.25);
    const narrow = moveBorder(layout, ["design", "preview"], 0.01, 1440);
    expect(shareOf(narrow, "design", 1440)).toBe(shareOf(narrow, "preview", 1440));
  });
});

test("the page has at least half of the window, beside a preview as wide as at first and one panel from 1252 pixels on", () => {
  for (const width of [860, 1024, 1252, 1440, 1920]) {
    const design = (width * shareOf(layout, "design", width)) / (shareOf(layout, "design", width) + 1);
    expect(width - design).toBeCloseTo(besideDesign(width));
    expect(design).toBeGreaterThanOrEqual(width / 2);
    expect(panelsBeside(design - 1, width)).toBe(width < 1252 ? 0 : 1);
  }
  // A share below 1 of a view that is alone would leave a part of the window empty.
  expect([200, 390, 720].map((width) => shareOf(layout, "design", width))).toEqual([1, 1, 1]);
  expect([700, 1024, 1055, 1056, 1440].map((width) => panelsBeside(width, width))).toEqual([1, 1, 1, 2, 2]);
});
