import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { inProofLane, pdfText } from "@platen/testing";
import { startForFile } from "@platen/testing/start-for-file";
import { createKey, createProject } from "../project-setup.ts";
import { openCanvas } from "./design-canvas.ts";
import { createPerson } from "./person.ts";
import { startDemo } from "./start-demo.ts";

const demo = startForFile(startDemo, ({ stop }) => stop());

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80" viewBox="0 0 240 80">
<rect width="240" height="80" rx="12" fill="navy"/><circle cx="40" cy="40" r="22" fill="#fff"/></svg>`;

const invoiceData = {
  number: "20260017",
  due: "2026-12-24",
  paid: true,
  customer: { name: "Harbour Kitchens" },
  items: [
    { item: "Oak table", quantity: 1, amount: 1200 },
    { item: "Ash stool", quantity: 1, amount: 40.5 },
  ],
};

inProofLane(test)(
  "a person without a programmer makes an invoice from blank with logo, columns, table, total, stamp and footer, by mouse and keyboard, in 56 actions",
  async () => {
    const { browser, dashboard, platen, visitor } = demo;
    await visitor.page.setViewport({ width: 1440, height: 900 });
    const canvas = openCanvas(visitor);
    const projectId = await createProject(dashboard, "From blank");
    const logoPath = join(await mkdtemp(join(tmpdir(), "platen-walk-")), "logo.svg");
    await writeFile(logoPath, logo);
    await browser
      .browserContexts()
      .find((context) => context === visitor.page.browserContext())
      ?.overridePermissions(platen.baseUrl, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
    const { page } = visitor;
    const person = createPerson(visitor);
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.sees("No templates yet");

    await person.click("link", "Brand");
    await person.click("button", "Add a colour");
    await visitor.waitForFocus("Value of colour 1");
    await person.type("navy");
    await person.chooseFile(await visitor.find("button", "File"), logoPath);
    await page.waitForSelector('[data-kind="picture"] img');
    await person.click("textbox", "Legal line");
    await person.type("Alder & Finch Ltd, 1 Mill Lane, No. 12345");
    await person.click("button", "Save");
    await visitor.sees("The brand is saved.");

    await person.click("link", "Templates");
    await person.click("button", "New template");
    await visitor.waitForFocus("Name");
    await person.type("First invoice");
    await person.click("button", "Create template");
    // The data comes from the program that will print the invoice.
    await person.click("button", "Fields");
    await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(invoiceData, undefined, 2));
    await person.click("button", "Add field");
    await visitor.waitForFocus("Name");
    await person.press("Control", "v");
    await person.click("button", "Add 5 fields");
    await visitor.dialogCloses();

    await person.choose("Insert brand", "Logo");
    await canvas.shows("img");
    await person.click("button", "Insert heading");
    await canvas.isEditing();
    await person.type("Invoice ");
    await person.click("button", "number");
    await person.press("Escape");
    await person.choose("Insert columns", "2 columns");
    await canvas.isEditing();
    await person.click("button", "name");
    await person.press("Escape");
    await person.doubleClick(await canvas.centreOf("div > div:last-child > p"), "double-click the right text");
    await canvas.isEditing();
    await person.press("Control", "a");
    await person.type("Due ");
    await person.choose("Insert variable", "due · date");
    await person.press("Escape");

    await person.clickAt(await canvas.middle(), "click the empty page");
    await person.click("button", "items");
    await canvas.shows("table");
    await person.clickAt(await canvas.centreOf("tbody td:last-child"), "click the amount");
    await person.click("combobox", "Add a format");
    await person.type("money");
    await person.press("ArrowDown");
    await person.press("Enter");
    await canvas.reads("€1,200.00");
    await person.click("button", "Add a total below");
    await canvas.reads("Total €1,240.50");

    await person.clickAt(await canvas.centreOf("div > div:last-child > p"), "click the right text");
    await person.click("button", "Insert text");
    await canvas.isEditing();
    await person.type("PAID");
    await person.press("Escape");
    await person.click("button", "Colour: Colour 1");
    await person.clickLabel("Centre");
    await person.click("textbox", "Width");
    await person.type("30mm");
    await person.click("textbox", "Border");
    await person.type("2");
    await person.pick("Show if", "paid");
    await canvas.reads("PAID");

    await person.choose("Insert brand", "Page footer with the legal line");
    await visitor.sees("Page footer added");
    await person.click("button", "Publish");
    await visitor.find("textbox", "Note");
    await person.press("Control", "Enter");
    await visitor.sees("Version 1 of “First invoice” is published.");
    expect(person.actions.length).toBeLessThanOrEqual(56);
    expect(person.typed.join("")).not.toMatch(/[<>{}[\]"=;#]/);

    const { templates } = await dashboard.call(operations.listTemplates.member, { params: { projectId } });
    const templateId = templates[0]?.templateId ?? "";
    const { key } = await createKey(platen.baseUrl, dashboard, projectId, "Shop");
    const client = createClient({ baseUrl: platen.baseUrl, apiKey: key });
    const print = async (paid: boolean) =>
      (await client.generateDocument({ templateId, data: { ...invoiceData, paid } })).pdf;
    const [paid, unpaid] = [await print(true), await print(false)];
    const texts = await Promise.all(
      [paid, unpaid].map(async (pdf) => (await pdfText(pdf)).join(" ").replaceAll(/\s+/g, " ")),
    );
    for (const text of texts) {
      expect(text).toContain("Invoice 20260017");
      expect(text).toContain("Total €1,240.50");
      expect(text).toContain("Alder & Finch Ltd, 1 Mill Lane, No. 12345 Page 1 of 1");
    }
    expect(texts.map((text) => text.includes("PAID"))).toEqual([true, false]);
    expect(visitor.takeErrors()).toEqual([]);
  },
);
