import { describe, expect, jest, test } from "@jest/globals";
import { act, screen } from "@testing-library/react";
import { operations, type PageSettings } from "@platen/contracts";
import { errorOf, startGateway } from "../../../testing/open-dashboard.tsx";
import { showInDesign } from "../../../testing/show-in-editor.tsx";
import type { TemplateSource } from "../../template-source.ts";
import { PagePanel } from "./page-panel.tsx";

const gateway = startGateway();

function open(source: Partial<TemplateSource> = {}, isEditable = true) {
  gateway.serve(operations.getBrand, {});
  gateway.serve(operations.listAssets.member, { assets: [] });
  gateway.serve(operations.listSnippets.member, { snippets: [] });
  const page = showInDesign({ html: "<p>a</p>", ...source }, <PagePanel />, isEditable);
  return { ...page, settings: (): PageSettings => page.editor.state.getState().history.present.settings };
}

const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

describe("the paper", () => {
  test("is one of the formats, or has a size of its own that starts with A4", async () => {
    const { user, settings } = open();
    const format = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Format" });
    expect(format.value).toBe("A4");
    await user.selectOptions(format, "Letter");
    expect(settings()).toEqual({ format: "Letter" });
    expect(screen.queryByRole("textbox", { name: "Width" })).toBeNull();
    await user.selectOptions(format, "Custom size");
    expect(settings()).toEqual({ format: "Letter", width: "210mm", height: "297mm" });
    await user.selectOptions(format, "A5");
    expect(settings()).toEqual({ format: "A5" });
  });

  test("takes a number without a unit as millimetres, and keeps its size while the field is empty or wrong", async () => {
    const { user, settings } = open({ settings: { width: "210mm", height: "297mm" } });
    const width = await field("Width");
    await user.clear(width);
    expect(settings().width).toBe("210mm");
    await user.type(width, "99");
    expect(settings()).toEqual({ width: "99mm", height: "297mm" });
    await user.type(width, " elephants");
    expect(settings().width).toBe("99mm");
    expect(errorOf(width)).not.toBe("");
  });

  test("has a colour and a border, which are a rule at the end of the stylesheet and go with their texts", async () => {
    const { user, editor } = open({ css: "p { margin: 0 }" });
    const css = () => editor.state.getState().history.present.css;
    const colour = await field("Page colour");
    await user.click(colour);
    await user.paste("#f6f1e7");
    expect(css()).toBe("p { margin: 0 }\n@page { background-color: #f6f1e7; }\n");
    await user.click(await field("Page border"));
    await user.paste("1");
    expect(css()).toBe("p { margin: 0 }\n@page { background-color: #f6f1e7; border: 1mm solid #000000; }\n");
    await user.clear(await field("Colour of the page border"));
    await user.paste("#0f6f58");
    await user.clear(colour);
    expect(css()).toBe("p { margin: 0 }\n@page { border: 1mm solid #0f6f58; }\n");
    expect(screen.queryByText(/The stylesheet has an/)).toBeNull();
    await user.clear(await field("Page border"));
    expect(css()).toBe("p { margin: 0 }\n");
  });

  test("is turned", async () => {
    const { user, settings } = open();
    await user.click(await screen.findByRole("radio", { name: "Landscape" }));
    expect(settings()).toEqual({ orientation: "landscape" });
  });

  test("has margins, each of which goes with its text, and the last takes the setting with it", async () => {
    const { user, settings } = open({ settings: { margin: { top: "1cm" } } });
    const left = await field("Margin left");
    await user.type(left, "15");
    expect(settings()).toEqual({ margin: { top: "1cm", left: "15mm" } });
    await user.type(left, "px x");
    expect(screen.getByRole("alert").textContent).not.toBe("");
    await user.clear(left);
    await user.clear(await field("Margin top"));
    expect(settings()).toEqual({});
    expect(screen.getByRole("alert").textContent).toBe("");
  });

  test("says that a rule of the stylesheet overrides it, which a switch forbids", async () => {
    const { user, settings } = open({ css: "@page { size: A5 }" });
    expect(await screen.findByText(/rule. While the switch is on/)).toBeTruthy();
    const own = screen.getByRole<HTMLInputElement>("switch", { name: "Use the stylesheet's page size" });
    expect(own.checked).toBe(true);
    await user.click(own);
    expect(settings()).toEqual({ preferCssPageSize: false });
  });

  test("is scaled by a number from 0.1 to 2", async () => {
    const { user, settings } = open();
    const scale = await field("Scale");
    await user.type(scale, "3");
    expect(errorOf(scale)).toBe("Use a number from 0.1 to 2");
    expect(settings()).toEqual({});
    await user.clear(scale);
    await user.type(scale, "0.5");
    expect(settings()).toEqual({ scale: 0.5 });
  });
});

describe("a header or footer", () => {
  test("is added with its standard text, and goes with the switch", async () => {
    const { user, settings } = open();
    const footer = await screen.findByRole("switch", { name: "Footer on every page" });
    await user.click(footer);
    expect(settings().footer).toContain("pageNumber");
    await user.click(footer);
    expect(settings()).toEqual({});
  });

  test("is edited on the page, or as HTML in the Code view", async () => {
    const { user, design, editor } = open({ settings: { header: "<p>a</p>" } });
    const editStrip = jest.fn();
    design.serve({ editStrip });
    await user.click(await screen.findByRole("button", { name: "Edit the header on the page" }));
    design.drawn();
    expect(editStrip.mock.calls).toEqual([[{ strip: "header", page: 0, index: 0 }]]);
    await user.click(screen.getByRole("button", { name: "Open its HTML" }));
    expect(editor.state.getState().position).toEqual({ part: "header", offset: 0 });
  });

  test("is not edited on a page that shows the template only", async () => {
    open({ settings: { header: "<p>a</p>" } }, false);
    expect(await screen.findByRole("button", { name: "Open its HTML" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /on the page/ })).toBeNull();
  });
});

describe("the document", () => {
  test("has a title and a language, which go with their texts", async () => {
    const { user, settings } = open();
    await user.type(await field("Title"), "Invoice");
    await user.type(await field("Language"), "de");
    expect(settings()).toEqual({ title: "Invoice", language: "de" });
    await user.clear(await field("Title"));
    expect(settings()).toEqual({ language: "de" });
  });

  test("an author undoes the typing in one field in one step", async () => {
    const { user, settings, editor } = open();
    await user.type(await field("Title"), "Invoice");
    await user.type(await field("Pages"), "1-2");
    act(() => editor.undo());
    expect(settings()).toEqual({ title: "Invoice" });
    act(() => editor.undo());
    expect(settings()).toEqual({});
  });

  test.each([
    ["Tagged, for screen readers", { tagged: true }],
    ["Outline from the headings", { outline: true }],
    ["Run the template's scripts", { javascript: true }],
    ["Print backgrounds", { printBackground: false }],
  ])("has a switch: %s", async (name, expected) => {
    const { user, settings } = open();
    await user.click(await screen.findByRole("switch", { name }));
    expect(settings()).toEqual(expected);
  });
});

describe("an incomplete document", () => {
  test("is made, refused for what it leaves out, or refused for chosen warnings", async () => {
    const { user, settings } = open();
    const refusal = await screen.findByRole<HTMLSelectElement>("combobox", { name: "An incomplete document" });
    expect(refusal.value).toBe("none");
    await user.selectOptions(refusal, "Refuse it if something is left out");
    expect(settings()).toEqual({ strict: true });
    await user.selectOptions(refusal, "Refuse it for these warnings");
    expect(settings().strict).toEqual(expect.arrayContaining(["data.missing", "page.cut"]));
    await user.click(screen.getByRole("checkbox", { name: "Empty pages" }));
    await user.click(screen.getByRole("checkbox", { name: "Missing data" }));
    expect(settings().strict).toEqual(expect.arrayContaining(["page.empty", "page.cut"]));
    expect(settings().strict).not.toContain("data.missing");
    await user.selectOptions(refusal, "Make it, with warnings");
    expect(settings()).toEqual({});
  });

  test("keeps a chosen warning that this release does not know, and is made when the last one is taken away", async () => {
    const { user, settings } = open({ settings: { strict: ["later.kind"] } });
    await user.click(await screen.findByRole("checkbox", { name: "later.kind" }));
    expect(settings()).toEqual({});
  });
});
