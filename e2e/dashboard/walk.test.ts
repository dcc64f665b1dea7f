import { expect, test } from "@jest/globals";
import { inProofLane, pdfInfo, pdfRuns } from "@platen/testing";
import { startForFile } from "@platen/testing/start-for-file";
import { startDemo } from "./start-demo.ts";
import { fileOf, startWalk, wordsOf } from "./walk-steps.ts";

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
    const { browser, platen, visitor } = demo;
    const { page } = visitor;
    await browser
      .browserContexts()
      .find((context) => context === page.browserContext())
      ?.overridePermissions(platen.baseUrl, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
    const { person, canvas, beginTemplate, publish, print, ends } = await startWalk(demo, "From blank");

    await person.click("link", "Brand");
    await person.click("button", "Add a colour");
    await visitor.waitForFocus("Value of colour 1");
    await person.type("navy");
    await person.chooseFile(await visitor.find("button", "File"), await fileOf("logo.svg", logo));
    await page.waitForSelector('[data-kind="picture"] img');
    await person.click("textbox", "Legal line");
    await person.type("Alder & Finch Ltd, 1 Mill Lane, No. 12345");
    await person.click("button", "Save");
    await visitor.sees("The brand is saved.");

    await person.click("link", "Templates");
    await beginTemplate("First invoice");
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
    await publish("First invoice");

    const [paid, unpaid] = await Promise.all(
      [true, false].map(async (isPaid) => wordsOf(await print("First invoice", { ...invoiceData, paid: isPaid }))),
    );
    for (const words of [paid, unpaid]) {
      expect(words).toContain("Invoice 20260017");
      expect(words).toContain("Total €1,240.50");
      expect(words).toContain("Alder & Finch Ltd, 1 Mill Lane, No. 12345 Page 1 of 1");
    }
    expect([paid?.includes("PAID"), unpaid?.includes("PAID")]).toEqual([true, false]);
    ends(56);
  },
);

const signature = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60" viewBox="0 0 240 60">
<path d="M10 40q30-50 50-10t40-5 40 10 90-20" fill="none" stroke="navy" stroke-width="3"/></svg>`;

inProofLane(test)(
  "a person makes a certificate from blank on one coloured landscape page with border, name, date, signature and its line, in 64 actions",
  async () => {
    const { visitor } = demo;
    const { person, canvas, beginTemplate, textHasFocus, publish, draftOf, print, ends } = await startWalk(
      demo,
      "Certificates",
    );
    const centre = () => person.clickLabel("Centre");
    await beginTemplate("Attendance");
    await person.clickLabel("Landscape");
    await person.click("textbox", "Page colour");
    await person.type("ivory");
    // Its list of colours covers the fields below until it is left.
    await person.press("Tab");
    await person.click("textbox", "Page border");
    await person.type("2");
    await person.click("textbox", "Colour of the page border");
    await person.press("Control", "a");
    await person.type("navy");

    await person.click("button", "Fields");
    await person.click("button", "Add field");
    const names: string[] = [];
    for (const [words, name] of [
      ["Recipient name", "recipientName"],
      ["Course", "course"],
      ["Issued on", "issuedOn"],
    ] as const) {
      await visitor.waitForFocus("Name");
      await person.type(words);
      await person.press("Enter");
      names.push(name);
      await visitor.sees(`Added: ${names.join(", ")}`);
    }
    await person.click("button", "Done");
    await visitor.dialogCloses();

    await person.click("button", "Insert heading");
    await canvas.isEditing();
    await person.type("Certificate of attendance");
    await person.press("Escape");
    await centre();
    await person.click("textbox", "Size");
    await person.type("34");
    await person.click("textbox", "Margin top");
    await person.type("25");
    await person.click("button", "Insert text");
    await canvas.isEditing();
    await person.type("This is to certify that");
    await person.press("Escape");
    await centre();
    await person.click("button", "Insert heading");
    await canvas.isEditing();
    await person.click("button", "recipientName");
    await person.press("Escape");
    await centre();
    await person.click("textbox", "Size");
    await person.type("26");
    await person.click("button", "Insert text");
    await canvas.isEditing();
    await person.type("has attended the course ");
    await person.click("button", "course");
    await textHasFocus();
    await person.type(" on ");
    await person.choose("Insert variable", "issuedOn · date");
    await person.press("Escape");
    await centre();

    await person.click("button", "Insert picture");
    await person.chooseFile(await visitor.find("button", "File"), await fileOf("signature.svg", signature));
    await person.click("textbox", "Alternative text");
    await person.type("Signature");
    await person.press("Enter");
    await visitor.dialogCloses();
    await canvas.shows("img");
    await centre();
    await person.click("button", "Insert divider");
    await canvas.shows("hr");
    await person.click("textbox", "Width");
    await person.type("60");
    await centre();
    await person.click("button", "Insert text");
    await canvas.isEditing();
    await person.type("Head of training");
    await person.press("Escape");
    await centre();
    await publish("Attendance");

    const draft = await draftOf("Attendance");
    expect(draft.settings).toMatchObject({ orientation: "landscape" });
    expect(draft.css).toMatch(/@page \{ background-color: #fffff0; border: 2mm solid #000080; \}/);
    expect(draft.html).toMatch(/<img src="asset:signature.svg" alt="Signature" style="[^"]*margin-left: auto/);
    const pdf = await print("Attendance", { recipientName: "Ada Lovelace", course: "Knots", issuedOn: "2026-11-24" });
    expect(await wordsOf(pdf)).toBe(
      "Certificate of attendance This is to certify that Ada Lovelace has attended the course Knots on Nov 24, 2026 Head of training",
    );
    const { pageCount, pageSizesPt } = await pdfInfo(pdf);
    expect([pageCount, pageSizesPt.map(({ width, height }) => width > height)]).toEqual([1, [true]]);
    ends(64);
  },
);

test("a stamp that is dragged into a column and moved by the keyboard keeps its condition, and is printed there if it holds, in 17 actions", async () => {
  const { visitor } = demo;
  const html = [
    "<h1>Bill {{number}}</h1>",
    '<div style="display: flex; gap: 24px">',
    '  <div style="flex: 1">',
    "    <p>Harbour Kitchens</p>",
    "  </div>",
    '  <div style="flex: 1">',
    "    <p>1 Mill Lane</p>",
    "    <p>Due soon</p>",
    "  </div>",
    "</div>",
    "<p>Pay within 30 days.</p>",
    "",
  ].join("\n");
  const dataSets = [{ name: "Sample", json: '{"number": 7, "paid": true}' }];
  const { person, canvas, publish, draftOf, print, ends } = await startWalk(demo, "Stamps", [
    { name: "Bill", html, settings: { margin: { top: "20mm", left: "20mm", right: "20mm" } }, dataSets },
  ]);
  const shownIf = async () =>
    (await visitor.find("combobox", "Show if")).evaluate((list) =>
      list instanceof HTMLSelectElement ? list.selectedOptions[0]?.text : undefined,
    );
  const stamp = '[style*="absolute"]';

  await person.click("link", "Bill");
  await person.clickAt(await canvas.centreOf("body > p"), "click the last text");
  await person.click("button", "Insert text");
  await canvas.isEditing();
  await person.type("PAID");
  await person.press("Escape");
  await person.clickLabel("Takes no room");
  await person.click("textbox", "To the right");
  await person.type("30");
  await person.click("textbox", "Turned by, in degrees");
  await person.type("-12");
  await person.pick("Show if", "paid");

  const last = await canvas.boxOf("div > div:last-child > p:last-child");
  const below = { x: last.x + 40, y: last.y + last.height * 0.7 };
  await person.drag(await canvas.centreOf(stamp), below, "drag the stamp below the last text of the column");
  await canvas.shows(`div > div ${stamp}`);
  expect(await shownIf()).toBe("paid");
  await person.clickAt(await canvas.centreOf(stamp), "click the stamp");
  await person.press("Alt", "Shift", "ArrowUp");
  await visitor.sees("Moved up");
  expect(await shownIf()).toBe("paid");
  await publish("Bill", 2);

  const { html: moved } = await draftOf("Bill");
  expect(moved).toMatch(/Mill Lane<\/p>\s*\{\{#paid\}\}\s*<p style="[^"]+">PAID<\/p>\s*\{\{\/paid\}\}\s*<p>Due soon/);
  expect(moved.match(/paid\}\}/g)).toHaveLength(2);
  const [paid, unpaid] = await Promise.all([true, false].map((isPaid) => print("Bill", { number: 7, paid: isPaid })));
  expect(await wordsOf(unpaid ?? new Uint8Array())).not.toContain("PAID");
  const [runs = []] = await pdfRuns(paid ?? new Uint8Array());
  const placeOf = (text: string) => runs.find((run) => run.text === text);
  // 30 mm to the right of the column, near its second line.
  expect((placeOf("PAID")?.left ?? 0) - (placeOf("Due soon")?.left ?? 0)).toBeGreaterThan(100);
  expect(Math.abs((placeOf("PAID")?.baseline ?? 0) - (placeOf("Due soon")?.baseline ?? 0))).toBeLessThan(25);
  ends(17);
});
