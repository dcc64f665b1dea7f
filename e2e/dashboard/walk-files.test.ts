import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { pdfRuns } from "@platen/testing";
import { startForFile } from "@platen/testing/start-for-file";
import { openDownloads } from "./downloads.ts";
import { startDemo } from "./start-demo.ts";
import { fileOf, startWalk } from "./walk-steps.ts";

const demo = startForFile(startDemo, ({ stop }) => stop());

test("a sheet without a column makes no silent gaps: the form names the field and shows the first page, the batch counts and lists the rows with warnings, in 12 actions", async () => {
  const { dashboard, visitor } = demo;
  const sample = { recipient: "Eve", course: "Sails", hours: 2, issuer: { name: "Harbour School" } };
  const { person, projectId, openSheet, seesFirstPage, madeWords, ends } = await startWalk(demo, "Courses", [
    {
      name: "Attendance",
      html: "<h1>{{recipient}}</h1><p>{{course}}, {{hours | number}} hours</p><p>{{issuer.name}}</p>",
      dataSets: [{ name: "Sample", json: JSON.stringify(sample) }],
    },
  ]);
  await openSheet(
    "Attendance",
    await fileOf("autumn.csv", "recipient,course,hours\nAda,Knots,8\nBen,Knots,6\nCleo,Splices,\n"),
  );
  await visitor.sees("1 field of the template has no column: issuer.name.");
  await seesFirstPage();
  await visitor.sees("No value for issuer.name.");
  await person.pickByKeys("Without a column: issuer.name", "One");
  await visitor.seesNoMore("No value for issuer.name.");
  await seesFirstPage();
  await person.pick("Reference", "recipient");
  await person.click("button", "Send and start");
  await visitor.sees("3 of 3 rows ended");
  await visitor.find("link", "Ada");
  await person.click("link", "1 with warnings");
  await visitor.seesNoMore("Ada");
  await visitor.find("link", "Cleo");
  await visitor.sees("Missing data");

  const words = await madeWords();
  expect(words.get("Ada")).toBe("Ada Knots, 8 hours Harbour School");
  expect(words.get("Cleo")).toBe("Cleo Splices, hours Harbour School");
  const query = { warning: "any" } as const;
  const { documents } = await dashboard.call(operations.listDocuments.member, { params: { projectId }, query });
  expect(documents).toMatchObject([{ reference: "Cleo", warnings: [{ code: "data.missing", path: "hours" }] }]);
  ends(12);
});

/** As Design writes it. */
const written = `<h2>Invoice {{number}}</h2>
<div style="display: flex; gap: 24px">
  <div style="flex: 1; overflow-wrap: anywhere">
    <p>{{#customer}}<b>{{name}}</b>, {{city | upper}}{{/customer}}</p>
  </div>
  <div style="flex: 1; overflow-wrap: anywhere; font-size: 14pt">
    <p>Due {{ due | date long }}</p>
    <table style="width: 100%; border-collapse: collapse">
      <tbody>
        {{#items}}
        <tr>
          <td style="text-align: left">{{@number}}. {{item}}</td>
          <td style="text-align: right">{{ amount | money EUR }}</td>
        </tr>
        {{/items}}
      </tbody>
    </table>
  </div>
</div>
{{! The total stands below all columns. }}
<p>Total {{ items | sum amount | money EUR }}</p>
{{^paid}}
<p>{{ note | or 'Pay soon.' }}</p>
{{/paid}}
`;

test("the HTML of a template, imported again, stays as it is, has nothing to rewrite, and prints each text at the same place, in 9 actions", async () => {
  const { visitor } = demo;
  const { person, canvas, publish, draftOf, print, ends } = await startWalk(demo, "Copies", [
    { name: "Invoice", html: written },
  ]);
  await person.click("button", "Import");
  await person.chooseFile(await visitor.find("button", "Choose a file"), await fileOf("invoice.html", written));
  await visitor.find("button", "Create template");
  await visitor.seesNoMore("To rewrite by hand");
  await visitor.seesNoMore("Rewritten tags");
  await person.click("textbox", "Name");
  await person.press("Control", "a");
  await person.type("Invoice again");
  await person.click("button", "Create template");
  await canvas.reads("Pay soon.");
  await publish("Invoice again");

  expect((await draftOf("Invoice again")).html).toBe(written);
  const data = {
    number: "2051",
    due: "2026-12-24",
    customer: { name: "Ada", city: "Bern" },
    items: [
      { item: "Oak table", amount: 1200 },
      { item: "Ash stool", amount: 40.5 },
    ],
  };
  const places = async (name: string) =>
    (await pdfRuns(await print(name, data))).map((page) =>
      page.map(({ text, left, baseline, size }) => ({ text, left, baseline, size })),
    );
  const again = await places("Invoice again");
  expect(again).toEqual(await places("Invoice"));
  const words = again.flat().map(({ text }) => text.trim());
  expect(words.join(" ")).toMatch(/Invoice 2051.*Ada.*BERN.*2\. ?Ash stool.*Total €1,240\.50.*Pay soon\./);
  ends(9);
});

test("a sheet of lines becomes invoices, and the wrong rows come back with their reasons, to be mended and sent again, in 23 actions", async () => {
  const { visitor } = demo;
  const sample = { number: "1", customer: { name: "Eve" }, lines: [{ item: "Beech", price: 1 }] };
  const { person, openSheet, seesFirstPage, madeWords, ends } = await startWalk(demo, "Orders", [
    {
      name: "Invoice",
      html: "<h1>{{number}}</h1><p>{{customer.name}}</p>{{#lines}}<p>{{item}} {{price | money EUR}}</p>{{/lines}}<p>Total {{total | money EUR}}</p>",
      settings: { strict: ["data.missing"], calculated: [{ name: "total", formula: "sum(lines, price)" }] },
      dataSets: [{ name: "Sample", json: JSON.stringify(sample) }],
    },
  ]);
  const send = async (path: string, documents: string) => {
    await openSheet("Invoice", path);
    await person.pick("One document for", "All");
    await visitor.sees(documents);
    await seesFirstPage();
    await person.pick("Reference", "number");
    await person.click("button", "Send and start");
  };
  const rows = [
    "number,Customer name,Item,Price",
    "2051,Harbour Kitchens,Oak table,1200",
    "2052,Mill Lane,Elm bench,300",
    "2053,Northlight,Ash shelf,",
    "2051,,Ash stool,40.5",
    "2051,,Delivery,25",
  ];
  await send(await fileOf("orders.csv", `${rows.join("\n")}\n`), "The batch makes 3 documents of 5 rows.");
  await visitor.sees("3 of 3 rows ended");
  const downloads = await openDownloads(visitor.page);
  const { name, path } = await downloads.saved(() => person.click("button", "Download 1 row that failed"));
  expect(name).toBe("orders failed.csv");
  const [head = "", row = "", ...others] = (await readFile(path, "utf8")).replace("\u{FEFF}", "").split("\r\n");
  await downloads.close();
  expect(others).toEqual([""]);
  expect(head).toBe("reference,number,Customer name,Item,Price,error");
  expect(row).toMatch(/^2053,2053,Northlight,Ash shelf,,".*The data has no ""lines\[\]\.price""/);
  const mended = row.replace("Ash shelf,,", "Ash shelf,75,");
  await send(
    await fileOf("orders mended.csv", `\u{FEFF}${head}\r\n${mended}\r\n`),
    "The batch makes 1 document of 1 row.",
  );
  await visitor.sees("1 of 1 row ended");

  expect(Object.fromEntries(await madeWords())).toEqual({
    2051: "2051 Harbour Kitchens Oak table €1,200.00 Ash stool €40.50 Delivery €25.00 Total €1,265.50",
    2052: "2052 Mill Lane Elm bench €300.00 Total €300.00",
    2053: "2053 Northlight Ash shelf €75.00 Total €75.00",
  });
  ends(23);
});
