import { describe, expect, test } from "@jest/globals";
import { closeView, moveBorder, openView, roomFor, shareOf, shownViews, toggleView, type Layout } from "./layout.ts";

const layout: Layout = { open: ["design", "preview"], shares: {} };

describe("the views", () => {
  test("stand side by side if the window is wide enough", () => {
    expect([390, 1024, 1440, 1920].map(roomFor)).toEqual([1, 2, 2, 3]);
  });

  test("replace each other beside the preview", () => {
    expect(shownViews(openView(layout, "code", 2), 2)).toEqual(["code", "preview"]);
    expect(shownViews(openView(openView(layout, "code", 2), "data", 2), 2)).toEqual(["data", "preview"]);
    expect(shownViews(openView(layout, "code", 3), 3)).toEqual(["design", "code", "preview"]);
  });

  test("stand side by side without the preview", () => {
    const withoutPreview = closeView(openView(layout, "code", 2), "preview");
    expect(shownViews(openView(withoutPreview, "data", 2), 2)).toEqual(["code", "data"]);
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
    expect(click(layout, "code", "design")).toEqual(["code", "preview"]);
    expect(click(layout, "preview", "design")).toEqual(["design"]);
    expect(shownViews(toggleView(layout, "preview", 1), 1)).toEqual(["preview"]);
  });

  test("cannot all be closed", () => {
    expect(closeView(closeView(layout, "design"), "preview").open).toEqual(["preview"]);
  });

  test("share the width as their border moves, within limits", () => {
    const moved = moveBorder(layout, ["design", "preview"], 0.75);
    expect(shareOf(moved, "design") / shareOf(moved, "preview")).toBeCloseTo(3);
    const far = moveBorder(layout, ["design", "preview"], 0.01);
    expect(shareOf(far, "design") / shareOf(far, "preview")).toBeCloseTo(0.25);
  });
});
