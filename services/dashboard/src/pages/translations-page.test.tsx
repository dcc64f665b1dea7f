import { beforeEach, expect, test } from "@jest/globals";
import { changeTable, createId, operations, Problem } from "@platen/contracts";
import { screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway, templateId } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.translations({ projectId });
const table = {
  defaultLocale: "en",
  keyCount: 1,
  languages: [
    { locale: "en", messages: { "invoice.title": "Invoice" } },
    { locale: "de", messages: {} },
  ],
};

beforeEach(() => {
  gateway.serve(operations.getTranslations.member, table);
  gateway.serve(operations.getTemplateTexts, { templates: [] });
});

test("a project without texts says how to begin, and a viewer who can", async () => {
  gateway.serve(operations.getProject, { role: "viewer" });
  gateway.serve(operations.getTranslations.member, { defaultLocale: "en", languages: [] });
  openDashboard(address);
  expect(await screen.findByRole("heading", { name: "No texts yet" })).toBeTruthy();
  expect(screen.getByText("Owners and editors can add texts and languages.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Add|Import/ })).toBeNull();
});

test("a text is sent alone when it is left, and taken back by Undo", async () => {
  gateway.serve(operations.changeTranslations.member, table);
  const { user } = openDashboard(address);
  const cell = await screen.findByRole("textbox", { name: /German.*invoice\.title|invoice\.title.*German/ });
  await user.type(cell, "Rechnung");
  expect(gateway.requestsOf(operations.changeTranslations.member)).toEqual([]);
  await user.tab();
  await waitFor(() =>
    expect(gateway.requestsOf(operations.changeTranslations.member).map(({ body }) => body)).toEqual([
      { changes: { de: { "invoice.title": "Rechnung" } } },
    ]),
  );
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  expect(await screen.findByText("Undone: invoice.title in German.")).toBeTruthy();
  expect(gateway.requestsOf(operations.changeTranslations.member).at(-1)?.body).toEqual({
    changes: { de: { "invoice.title": null } },
  });
});

test("a filter shows only texts that lack a translation", async () => {
  gateway.serve(operations.getTranslations.member, {
    ...table,
    languages: [
      { locale: "en", messages: { "invoice.title": "Invoice", "invoice.due": "Due" } },
      { locale: "de", messages: { "invoice.due": "Fällig" } },
    ],
  });
  const { user } = openDashboard(address);
  expect((await screen.findAllByText(/due$/)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: /^Not translated/ }));
  await waitFor(() => expect(screen.queryByDisplayValue("Due")).toBeNull());
  expect(screen.getByDisplayValue("Invoice")).toBeTruthy();
});

test("texts are translated by keyboard: a mistake is told while it is typed, and Control with Enter goes to the next gap", async () => {
  const due = "Due in {days, plural, one {# day} other {# days}}";
  let texts: Record<string, Record<string, string>> = { en: { greeting: "Hello {name}", "invoice.due": due }, de: {} };
  const answer = () => ({
    ...table,
    languages: Object.entries(texts).map(([locale, messages]) => ({ locale, messages })),
  });
  gateway.serve(operations.getTranslations.member, answer);
  gateway.serve(operations.changeTranslations.member, ({ body }) => {
    texts = changeTable(texts, body.changes ?? {});
    return answer();
  });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("textbox", { name: "greeting, German" }));
  await user.paste("Hallo");
  await screen.findByText("The text of the default language uses {name}; this one does not.");
  await user.paste(" {name");
  await screen.findByText(/^The closing } of a placeholder is missing\./);
  await user.paste("}");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("invoice.due, German, one: 1"));
  await user.paste("In # Tag");
  await user.tab();
  await user.paste("In # Tagen");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Nothing else is left to translate here.");
  expect(gateway.requestsOf(operations.changeTranslations.member).map(({ body }) => body)).toEqual([
    { changes: { de: { greeting: "Hallo {name}" } } },
    { changes: { de: { "invoice.due": "{days, plural, one {In # Tag} other {In # Tagen}}" } } },
  ]);
});

test("Tab goes from text to text, back to the menu of a key, and a button to the next text without a translation", async () => {
  gateway.serve(operations.getTranslations.member, {
    ...table,
    languages: [
      { locale: "en", messages: { greeting: "Hello", title: "Title", total: "Total" } },
      { locale: "de", messages: { greeting: "Hallo", title: "Titel" } },
    ],
  });
  const { user } = openDashboard(address);
  const focused = () => document.activeElement?.getAttribute("aria-label");
  await user.click(await screen.findByRole("textbox", { name: "greeting, English" }));
  await user.tab();
  expect(focused()).toBe("greeting, German");
  await user.tab();
  expect(focused()).toBe("title, English");
  await user.tab({ shift: true });
  expect(focused()).toBe("Actions for title");
  await user.click(screen.getByRole("button", { name: "Next untranslated" }));
  await waitFor(() => expect(focused()).toBe("total, German"));
});

test("a file of a language is imported whole, and the message says what it changed", async () => {
  const { user } = openDashboard(address);
  const languages = [table.languages[0] ?? {}, { locale: "de", messages: { "invoice.title": "Rechnung" } }];
  gateway.serve(operations.importTranslations.member, { ...table, languages });
  await user.click(await screen.findByRole("button", { name: "Import" }));
  await screen.findByText(/Choose a JSON, CSV or XLIFF 2 file/);
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("the dialog has no field for a file");
  await user.upload(input, new File(['{"invoice.title":"Rechnung"}'], "de.json", { type: "application/json" }));
  const submit = await waitFor(() => within(screen.getByRole("dialog")).getByRole("button", { name: /^Import/ }));
  await user.click(submit);
  await screen.findByText("1 text added.");
  expect(gateway.requestsOf(operations.importTranslations.member)).toMatchObject([
    { body: { locale: "de", content: '{"invoice.title":"Rechnung"}' } },
  ]);
});

test("texts of a template are found here, and a change saves its draft with all else as it is", async () => {
  const languages = [
    { locale: "en", translatedCount: 1 },
    { locale: "nl", translatedCount: 0 },
  ];
  gateway.serve(operations.getTranslations.member, { defaultLocale: "en", languages: [] });
  gateway.serve(operations.getTemplateTexts, {
    templates: [
      { templateId, name: "Invoice", keyCount: 1, languages },
      { templateId: createId("template"), name: "Letter", keyCount: 1, languages: languages.slice(0, 1) },
    ],
  });
  const dataSets = [{ name: "Sample", json: "{}" }];
  const draft = { html: "<p>", css: "p {}", settings: {}, dataSets, translations: { en: { a: "A" }, nl: {} } };
  let revision = 4;
  gateway.serve(operations.getDraft.member, () => ({ ...draft, revision }));
  gateway.serve(operations.saveDraft.member, ({ body }) => {
    // Another member has saved the draft after it was read.
    if (revision === 4) {
      revision = 5;
      throw new Problem("template.edit_conflict");
    }
    return { ...draft, ...body, revision: 6 };
  });
  const { user } = openDashboard(address);
  await screen.findByText("No texts are shared yet. 2 templates with own texts: choose one above.");
  await user.click(screen.getByRole("checkbox", { name: "Only templates with untranslated texts" }));
  const select = screen.getByRole("combobox", { name: "Texts of" });
  expect(
    within(select)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["All templates (shared)", "Invoice (1 text, Dutch 0 of 1)"]);
  await user.selectOptions(select, templateId);
  await user.type(await screen.findByRole("textbox", { name: "a, Dutch" }), "Het");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(gateway.requestsOf(operations.saveDraft.member)).toHaveLength(2));
  expect(gateway.requestsOf(operations.saveDraft.member).at(-1)?.body).toEqual({
    html: "<p>",
    css: "p {}",
    settings: {},
    dataSets,
    revision: 5,
    translations: { en: { a: "A" }, nl: { a: "Het" } },
  });
  await screen.findByDisplayValue("Het");
});
