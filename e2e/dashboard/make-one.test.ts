import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { pdfText } from "@platen/testing";
import { startForFile } from "@platen/testing/start-for-file";
import { createProject, publishTemplate } from "../project-setup.ts";
import { accessibilityViolations } from "./accessibility.ts";
import { openDownloads } from "./downloads.ts";
import { startDemo } from "./start-demo.ts";

const demo = startForFile(startDemo, ({ stop }) => stop());

test("a person makes one invoice from a form: customer, a further line, and the PDF has both and the new total", async () => {
  const { dashboard, visitor } = demo;
  await visitor.page.setViewport({ width: 1440, height: 900 });
  const projectId = await createProject(dashboard, "Workshop");
  await publishTemplate(dashboard, projectId, {
    name: "Invoice",
    html: "<h1>{{customer.name}}</h1>{{#lines}}<p>{{name}} {{price | money EUR}}</p>{{/lines}}<p>Total {{total}}</p>",
    settings: { calculated: [{ name: "total", formula: "sum(lines, price)" }] },
    dataSets: [{ name: "Sample", json: '{"customer":{"name":"Ada Ltd"},"lines":[{"name":"Oak","price":2.5}]}' }],
  });
  const downloads = await openDownloads(visitor.page);
  await visitor.open(`/projects/${projectId}/templates`);
  await visitor.click("button", "Actions for Invoice");
  await visitor.click("menuitem", "Make one document");
  await visitor.fill("Name", "Harbour Kitchens");
  await visitor.click("button", "Add row");
  await visitor.waitForFocus("Name, row 2");
  await visitor.page.keyboard.type("Ash stool");
  await visitor.page.keyboard.press("Tab");
  await visitor.page.keyboard.type("40.50");
  await visitor.find("image", "Page 1 of 1");
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  await visitor.click("button", "Make document");
  const { name, path } = await downloads.saved(() => visitor.click("button", "Download PDF"));
  expect(name).toBe("Invoice.pdf");
  expect((await pdfText(await readFile(path))).join()).toMatch(/Harbour Kitchens.*Oak.*Ash stool.*40\.50.*Total 43/s);
  await downloads.close();
  await visitor.click("link", "Documents");
  await visitor.sees("Invoice");
  const { documents } = await dashboard.call(operations.listDocuments.member, { params: { projectId } });
  expect(documents).toMatchObject([{ status: "completed", content: "available", apiKey: null }]);
});
