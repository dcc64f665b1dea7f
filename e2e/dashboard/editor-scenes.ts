import { operations } from "@platen/contracts";
import { createProject, createTemplate, type TemplateSource } from "../project-setup.ts";
import { openCanvas } from "./design-canvas.ts";
import { openFreshEditor, templateNamed, type View } from "./open-editor.ts";
import {
  choose,
  click,
  clickChoice,
  fill,
  find,
  sees,
  press,
  select,
  write,
  scrollTo,
  showProperties,
  whereEditable,
  besideAnother,
  isDrawn,
  isDesigned,
  type Step,
  type SceneTable,
} from "./scene-steps.ts";
import type { Demo } from "./start-demo.ts";

const calculating: TemplateSource = {
  name: "Calculated",
  html: `<h1>Invoice</h1>
{{#items}}<p>{{name}}: {{ quantity }} × {{ price | money }}</p>{{/items}}
<p>Subtotal {{ subtotal | money }}, VAT {{ vat | money }}</p>
<p>Total <b>{{ total | money }}</b></p>
`,
  settings: {
    currency: "EUR",
    calculated: [
      { name: "subtotal", formula: "sum(items, price × quantity)" },
      { name: "vat", formula: "round(subtotal × vatRate %, 2)" },
      { name: "total", formula: "subtotal + vat" },
      { name: "perGuest", formula: "total / guests" },
    ],
  },
  dataSets: [
    {
      name: "Sample",
      json: JSON.stringify({
        items: [
          { name: "Oak door", price: "19.90", quantity: 3 },
          { name: "Hinge", price: 0.1, quantity: 2 },
        ],
        vatRate: 21,
        "unit price": 4,
      }),
    },
  ],
};

/** An invoice as the guide makes it: a stamp under a condition, and a table that has no total yet. */
const stamped: TemplateSource = {
  name: "Workshop invoice",
  html: `<p class="maker">Northlight Joinery</p>
<p class="place">1 Mill Lane · Galway</p>
<h1>Invoice {{number}}</h1>
{{#paid}}<p class="stamp" style="position: absolute; translate: 118mm -16mm; rotate: -12deg">Paid</p>{{/paid}}
<p>{{customer.name}}<br>{{customer.street}}<br>{{customer.city}}</p>
<table>
  <thead><tr><th>Item</th><th>Quantity</th><th>Price</th><th>Amount</th></tr></thead>
  <tbody>
    {{#lines}}
    <tr><td>{{item}}</td><td>{{quantity}}</td><td>{{ price | money EUR }}</td><td>{{ quantity | times price | money EUR }}</td></tr>
    {{/lines}}
  </tbody>
</table>
<p>Please pay by {{ due | date long }}.</p>
`,
  css: `body { font: 11pt Inter, sans-serif; color: #1b2440 }
.maker { margin: 0; font-weight: 700 }
.place { margin: 0; color: #66708a }
h1 { margin: 14mm 0 8mm; font-size: 24pt }
.stamp { margin: 0; padding: 1mm 4mm; border: 1mm solid #c62828; color: #c62828; font-size: 20pt; font-weight: 700 }
table { width: 100%; margin: 8mm 0; border-collapse: collapse }
th, td { padding: 2mm; border-bottom: 0.3mm solid #d5d9e4; text-align: right }
th:first-child, td:first-child { text-align: left }
`,
  dataSets: [
    {
      name: "Sample",
      json: JSON.stringify({
        number: "2031",
        due: "2026-12-14",
        paid: true,
        customer: { name: "Harbour Kitchens", street: "4 Dock Road", city: "Galway" },
        lines: [
          { item: "Oak door, brushed", quantity: 2, price: 240 },
          { item: "Ash stool", quantity: 4, price: 62.5 },
          { item: "Fitting, by the hour", quantity: 6, price: 48 },
        ],
      }),
    },
  ],
};

/** It names two values that the data do not have: one under a like name. */
const lacking: TemplateSource = {
  name: "Reminder",
  html: "<h1>Reminder {{number}}</h1>\n<p>Dear {{full_name}}, please pay by {{ due | date long }}.</p>\n",
  dataSets: [{ name: "Sample", json: '{"number":"2031","customer":{"fullName":"Harbour Kitchens"}}' }],
};

const formatted: TemplateSource = {
  name: "Statement",
  html: `<h1>Statement</h1>
{{# status | is 'paid' }}<p class="paid">Paid on {{ due | date long }}</p>{{/status}}
<table>
  <tbody>
    {{# lines | sort date }}
    <tr><td>{{ date | date }}</td><td>{{ item | upper }}</td><td>{{ quantity | times price | money currency }}</td></tr>
    {{/lines}}
  </tbody>
</table>
<p class="total">{{ total }}</p>
<p>{{ url | qr 20mm }} {{ sku | barcode code128 height=12mm }} {{ sku | barcode ean8 }} {{ discount | percent }}</p>
`,
  css: "table { width: 100% } td { padding: 4px } td:last-child, .total { text-align: right } .paid { color: #0f6f58 }",
  dataSets: [
    {
      name: "Sample",
      json: JSON.stringify({
        status: "paid",
        due: "2026-01-31",
        total: 1240.1,
        currency: "EUR",
        url: "https://example.com/i/2031",
        sku: "PL-2031",
        lines: [
          { date: "2026-01-12", item: "Oak", quantity: 2, price: "1240.10" },
          { date: "2026-01-20", item: "Ash", quantity: "a few", price: 19.9 },
        ],
      }),
    },
  ],
};

const isBegun: Step = whereEditable(find("button", "Paste JSON"));

const openSamples: Step = whereEditable(
  ({ page }) => page.locator("::-p-text(Start from a sample)").click(),
  find("button", "Start from this sample"),
);

const selectWords: Step = whereEditable(
  (visitor) => openCanvas(visitor).edit("h1"),
  press("Control", "a"),
  find("toolbar", "Format of the selected text"),
);

const chooseColour: Step = whereEditable(click("button", "Colour of the text"), find("button", "Purple"));

const openInserter: Step = whereEditable(click("button", "Insert"), sees("Table of lines"));

const openFields: Step = whereEditable(click("button", "Fields"), find("textbox", "Search the fields"));

/** In a window too narrow for editing, no fields can be added. */
const addField: Step = async (visitor) => {
  if (!(await visitor.has("button", "Add field"))) return;
  await visitor.click("button", "Add field");
  await visitor.fill("Name", "Customer: Loyalty card");
  await visitor.press("Enter");
  await visitor.sees("Added: customer.loyaltyCard");
  await visitor.fill("Name", "Unit price");
};

const addSeveralFields: Step = async (visitor) => {
  if (!(await visitor.has("button", "Add field"))) return;
  await visitor.click("button", "Add field");
  await clickChoice("Several at once")(visitor);
  await visitor.fill(
    "Names, or rows of a spreadsheet",
    "Order number;Ordered on;Freight;Number\nA-17;2026-11-02;12.50;1",
  );
  await visitor.sees("Add 3 fields");
};

const askBeforeDeletion: Step = async (visitor) => {
  if (!(await visitor.has("button", "Actions for number"))) return;
  await visitor.click("button", "Actions for number");
  await visitor.click("menuitem", "Delete");
  await visitor.find("region", "Uses");
};

const renameField: Step = async (visitor) => {
  if (!(await visitor.has("button", "Actions for seller.name"))) return;
  await visitor.click("button", "Actions for seller.name");
  await visitor.click("menuitem", "Rename");
  await visitor.fill("Name", "Company name");
  await visitor.sees("Tags write companyName.");
};

const writeFormula: Step = whereEditable(
  click("button", "Add calculated field"),
  fill("Name", "discounted"),
  fill("Formula", "total - or(discount, 0) % × total"),
  sees("with “Sample”"),
);

/** The column of amounts, which has no total yet. */
const selectColumn: Step = whereEditable(select("tbody td:last-child"), showProperties, sees("Add a total below"));

const selectStamp: Step = whereEditable(
  select(".stamp"),
  showProperties,
  scrollTo("::-p-aria([name='Takes no room, as a stamp'][role='switch'])"),
);

/** The tree of layers, with two elements selected. */
const openLayers: Step = async (visitor) => {
  await visitor.click("button", "Layers");
  await visitor.click("treeitem", "Heading 1 Tax invoice");
  await visitor.press("Shift", "ArrowDown");
  await visitor.sees("Selected: 2 elements");
};

/** The states of the editor. */
export function editorScenes(demo: Demo): SceneTable {
  const params = templateNamed(demo.platen, "Invoice");
  const views =
    (...open: View[]): Step =>
    (visitor) =>
      openFreshEditor(visitor, params, open);
  const code = [views("preview", "code"), find("textbox", "HTML")];
  // The editor saves by itself: a scene with edits that can be saved has a template of its own, published once.
  let drafts: Promise<string> | undefined;
  let copies = 0;
  const copy =
    (...open: View[]): Step =>
    async (visitor) => {
      const { dashboard } = demo;
      drafts ??= createProject(dashboard, "Drafts");
      copies += 1;
      const body = { name: `Invoice ${copies}`, sample: "invoice" };
      const inProject = { projectId: await drafts };
      const { template } = await dashboard.call(operations.createTemplate.member, { params: inProject, body });
      const inTemplate = { ...inProject, templateId: template.templateId };
      await dashboard.call(operations.publishDraft.member, { params: inTemplate, body: { revision: 1 } });
      await openFreshEditor(visitor, inTemplate, open);
    };
  const codeOfCopy = [copy("preview", "code"), find("textbox", "HTML")];
  // Its own template, as other scenes compare the draft of the first.
  const letter = templateNamed(demo.platen, "Multilingual letter");
  const saveElsewhere: Step = async () => {
    const { html, css, settings, dataSets, revision } = await demo.dashboard.call(operations.getDraft.member, {
      params: letter,
    });
    const body = { html: `${html}\n`, css, settings, dataSets, revision };
    await demo.dashboard.call(operations.saveDraft.member, { params: letter, body });
  };
  /** Templates in a project of their own, so that no list of another scene shows them. */
  let project: Promise<string> | undefined;
  const made = new Map<string, Promise<{ projectId: string; templateId: string }>>();
  const design =
    (view: View, ...open: (View | TemplateSource)[]): Step =>
    async (visitor) => {
      const source = open.find((one) => typeof one === "object") ?? formatted;
      project ??= createProject(demo.dashboard, "Formats");
      const projectId = await project;
      const key = source.name;
      const known =
        made.get(key) ??
        createTemplate(demo.dashboard, projectId, source).then(({ templateId }) => ({ projectId, templateId }));
      made.set(key, known);
      await openFreshEditor(visitor, await known, [view, ...open.filter((one) => typeof one === "string")]);
    };
  return {
    "editor-design": [views("preview", "design"), isDesigned, besideAnother(isDrawn)],
    "editor-design-alone": [views("design"), isDesigned],
    "editor-design-text": [
      (visitor) => openFreshEditor(visitor, letter, ["preview", "design"]),
      isDesigned,
      select("platen-variable[data-name^='@t.']"),
      showProperties,
      sees("A text of this template"),
    ],
    "editor-design-words": [views("design"), isDesigned, selectWords],
    "editor-design-colour": [views("design"), isDesigned, selectWords, chooseColour],
    "editor-design-incomplete": [
      design("design", { name: "Incomplete", html: "<p>{{total}}</p>" }),
      sees("/ 1"),
      showProperties,
      choose("An incomplete document", "some"),
      scrollTo("[aria-label='Warnings that refuse a document']"),
    ],
    "editor-design-insert": [views("design"), isDesigned, openInserter],
    "editor-design-fields": [views("design"), isDesigned, openFields],
    "editor-design-add-field": [copy("design"), isDesigned, openFields, addField],
    "editor-design-add-fields": [copy("design"), isDesigned, openFields, addSeveralFields],
    "editor-design-rename-field": [copy("design"), isDesigned, openFields, renameField],
    "editor-design-delete-field": [copy("design"), isDesigned, openFields, askBeforeDeletion],
    "editor-design-calculated": [design("preview", "design", calculating), isDesigned, openFields],
    "editor-design-formula": [design("design", calculating), isDesigned, openFields, writeFormula],
    "editor-design-layers": [views("design"), isDesigned, openLayers],
    "editor-design-empty": [design("design", { name: "Empty", html: "" }), sees("/ 1"), isBegun],
    "editor-design-samples": [design("design", { name: "Empty", html: "" }), sees("/ 1"), openSamples],
    "editor-formats": [
      design("design"),
      isDesigned,
      select("tbody tr:nth-child(2) td:nth-child(3) platen-variable"),
      showProperties,
      sees("Variable quantity · times price · money currency"),
      sees("The value does not fit “times”, so it stays as it is. The report says so."),
    ],
    "editor-formats-code": [
      design("code"),
      find("textbox", "HTML"),
      write("{{ due | date "),
      sees("{{ due | date }}, {{ due | date long }} → Jan 31, 2026, January 31, 2026"),
    ],
    "editor-data": [views("code", "data"), besideAnother(find("textbox", "HTML")), sees("Never used")],
    "editor-data-form": [
      copy("data"),
      find("textbox", "Data set Sample data"),
      clickChoice("Form"),
      find("region", "Form of Sample data"),
    ],
    "editor-design-table": [design("design", stamped), isDesigned, openFields, selectColumn],
    "editor-design-stamp": [design("design", stamped), isDesigned, selectStamp],
    "editor-design-missing": [design("design", "data", lacking), isDesigned, besideAnother(sees("Did you mean"))],
    "editor-texts-languages": [
      (visitor) => openFreshEditor(visitor, letter, ["preview", "texts"]),
      find("button", "Add a language"),
      besideAnother(isDrawn),
    ],
    "editor-texts": [
      copy("preview", "texts"),
      click("button", "Add a key"),
      fill("Key", "invoice.title"),
      fill("Text in English", "Invoice for {customer.name}"),
      click("button", "Add key"),
      find("textbox", "invoice.title, English"),
    ],
    "editor-conflict": [
      (visitor) => openFreshEditor(visitor, letter, ["preview", "code"]),
      find("textbox", "HTML"),
      saveElsewhere,
      write("<p>Paid</p>\n"),
      press("Control", "s"),
      sees(`${demo.platen.account.email} saved this template`),
    ],
    "editor-menu": [...code, click("button", "Invoice"), find("menuitem", "Rename")],
    "editor-shortcuts": [
      ...code,
      click("button", "Invoice"),
      click("menuitem", "Keyboard shortcuts"),
      sees("Leave the text"),
    ],
    "editor-left-tags": [
      ...codeOfCopy,
      write("<p>&#123;&#123;total items}} {% cycle 'a', 'b' %}</p>\n"),
      sees("2 tags of another template language to rewrite by hand"),
    ],
    "editor-publish": [
      ...codeOfCopy,
      write("<p>{{customer.loyaltyCard}} &#123;&#123;total items}}</p>\n"),
      click("button", "Publish"),
      sees("Unfinished. You can publish all the same."),
      sees("Pages that change"),
      // Of one page or of several.
      sees(" differ"),
    ],
  };
}

/** What a viewer sees. The scenes of a viewer show that the actions of other roles are missing. */
