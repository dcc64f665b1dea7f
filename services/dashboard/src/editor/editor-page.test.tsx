import { describe, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { codeOf, EditedTemplate, writeHtml } from "../testing/edited-template.tsx";
import { projectId, startGateway, templateId } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const html = "<p>Dear {{name}}</p>\n";
const button = (name: string | RegExp) => screen.findByRole("button", { name, hidden: true });
const htmlShown = async () => (await codeOf("HTML")).state.sliceDoc();

function leaveAndReturn(): void {
  fireEvent.blur(window);
  fireEvent.focus(window);
}

describe("edits", () => {
  test("are saved by themselves, and at once when the editor is left; a template that is looked at is not", async () => {
    gateway.serve(operations.listTemplates.member, { templates: [] });
    const template = new EditedTemplate(gateway);
    const { user } = template.open("code");
    await screen.findByText("Saved");
    await writeHtml("By itself ");
    await screen.findByText("Saving…");
    await screen.findByText("Saved");
    expect(template.draft.html).toBe(`By itself ${html}`);
    await waitFor(() => expect(Object.keys(localStorage).join()).not.toContain(templateId));
    await writeHtml("And ");
    await user.click(screen.getByRole("link", { name: "All templates" }));
    await waitFor(() => expect(template.draft.html).toBe(`And By itself ${html}`));
    expect(template.saves).toBe(2);
  });

  test("are kept while Platen is away, which the bar says, and saved once it is back", async () => {
    const template = new EditedTemplate(gateway);
    const page = template.open("code");
    await writeHtml("Offline ");
    jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no network"));
    await page.user.keyboard("{Control>}s{/Control}");
    await screen.findByText("Not saved: no answer from Platen. The editor tries again by itself.");
    jest.spyOn(globalThis, "fetch").mockImplementation(gateway.fetch);
    fireEvent(window, new Event("online"));
    await screen.findByText("Saved");
    expect(template.draft.html).toBe(`Offline ${html}`);
  });

  test("with a mistake are not saved, which is said without covering anything and leads to the mistake", async () => {
    const template = new EditedTemplate(gateway);
    const details = [{ path: "html", line: 1, column: 3, message: "is not closed" }];
    gateway.refuse(operations.saveDraft.member, { code: "template.syntax_invalid", details });
    const { user } = template.open("code");
    await writeHtml("  {{#open}} ");
    await user.click(await button("Not saved: HTML, line 1: Is not closed."));
    expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
    await screen.findByText("Line 1, column 3");
    await user.keyboard("{Control>}s{/Control}");
    await button("Show");
  });

  test("of tags of another template language are saved, and their notice shows the tag until it is closed", async () => {
    const template = new EditedTemplate(gateway);
    const page = template.open("code");
    await writeHtml("<b></b>{{total + tax}} ");
    await screen.findByText(/Mustache cannot calculate or compare/);
    await page.user.click(await button("HTML, line 1, column 8"));
    await screen.findByText("Line 1, column 8");
    expect(await template.saved(page)).toContain("{{total + tax}}");
    await page.user.click(await button("Close: HTML, line 1, column 8"));
    await waitFor(() => expect(screen.queryByText(/another template language/)).toBeNull());
  });

  test("that an import has left to rewrite stay in a list until each is rewritten or kept as text", async () => {
    const template = new EditedTemplate(gateway, { html: "<p>&#123;&#123;total items}} {% cycle a %}</p>" });
    const page = template.open("code");
    await screen.findByText("2 tags of another template language to rewrite by hand");
    await page.user.click(await button("HTML, line 1, column 30"));
    await screen.findByText("Line 1, column 30");
    await page.user.click(await button("Keep as text: HTML, line 1, column 4"));
    await screen.findByText("1 tag of another template language to rewrite by hand");
    const code = await codeOf("HTML");
    act(() => code.dispatch({ changes: { from: 0, to: code.state.doc.length, insert: "<p>{{total}}</p>" } }));
    await waitFor(() => expect(screen.queryByText(/another template language/)).toBeNull());
    expect(await template.saved(page)).toBe("<p>{{total}}</p>");
  });

  test("that are undone and done again are said to screen readers, by a button and by a key", async () => {
    const { user } = new EditedTemplate(gateway).open("code");
    await writeHtml("Edited ");
    await user.click(await button("Undo"));
    await screen.findByText("Undone");
    await user.click(await button("Redo"));
    await screen.findByText("Done again");
    act(() => screen.getByRole("textbox", { name: "HTML" }).focus());
    await user.keyboard("{Control>}z{/Control}");
    await screen.findByText("Undone");
    expect(await htmlShown()).toBe(html);
  });

  test("that could not be saved are asked about before the page is left, and restored, saved or discarded after it", async () => {
    const template = new EditedTemplate(gateway);
    gateway.refuse(operations.saveDraft.member, { code: "dependency.unavailable" });
    gateway.serve(operations.listTemplates.member, { templates: [] });
    const { user } = template.open("code");
    await writeHtml("Kept ");
    const leaving = new Event("beforeunload", { cancelable: true });
    fireEvent(window, leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await screen.findByText(/^Not saved/);
    await user.click(screen.getByRole("link", { name: "All templates" }));
    await screen.findByText("This browser keeps your unsaved changes to “Letter”.");
    cleanup();

    const again = new EditedTemplate(gateway);
    const page = again.open("code");
    await screen.findByText(/^Unsaved changes restored/);
    expect(await htmlShown()).toBe(`Kept ${html}`);
    expect(await again.saved(page)).toBe(`Kept ${html}`);
    await page.user.click(await button("Discard changes"));
    expect(await htmlShown()).toBe(html);
    expect(await again.saved(page)).toBe(html);
  });
});

describe("a draft that another member has saved", () => {
  test("is shown beside mine, which is saved only if I choose it", async () => {
    const template = new EditedTemplate(gateway);
    const { user } = template.open("code");
    await writeHtml("Mine ");
    template.saveElsewhere("<p>Theirs</p>\n");
    await user.keyboard("{Control>}s{/Control}");
    const dialog = within(await screen.findByRole("dialog", { name: "This template was saved in the meantime" }));
    expect(dialog.getByText(/grace@example\.com saved this template/)).toBeTruthy();
    expect(template.draft.html).toBe("<p>Theirs</p>\n");
    await user.click(dialog.getByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(template.draft.html).toBe(`Mine ${html}`));
  });

  test("can be taken, and undo brings mine back", async () => {
    const template = new EditedTemplate(gateway);
    const { user } = template.open("code");
    await writeHtml("Mine ");
    template.saveElsewhere("<p>Theirs</p>\n");
    await user.keyboard("{Control>}s{/Control}");
    await user.click(await button("Take theirs"));
    await waitFor(async () => expect(await htmlShown()).toBe("<p>Theirs</p>\n"));
    await user.click(await button("Undo"));
    expect(await htmlShown()).toBe(`Mine ${html}`);
  });

  test("appears when the window is used again, and is asked about if there are edits", async () => {
    const template = new EditedTemplate(gateway);
    template.open("code");
    await screen.findByText("Saved");
    template.saveElsewhere("<p>Theirs</p>\n");
    leaveAndReturn();
    await screen.findByText("This template was saved elsewhere. You see the saved version.");
    expect(await htmlShown()).toBe("<p>Theirs</p>\n");
    await writeHtml("Mine ");
    template.saveElsewhere("<p>Theirs again</p>\n");
    leaveAndReturn();
    await screen.findByRole("dialog", { name: "This template was saved in the meantime" });
  });
});

describe("data sets", () => {
  test("with a mistake keep no HTML from being saved, but keep everything from being published until they are mended", async () => {
    const template = new EditedTemplate(gateway);
    const page = template.open("code", "data");
    const data = await codeOf("Data set Sample data");
    act(() => data.dispatch({ changes: { from: 2, insert: "x" } }));
    await writeHtml("Mine ");
    await page.user.keyboard("{Control>}s{/Control}");
    await screen.findByText(/^Saved, except for this data\. Data set “Sample data”, line 1: /);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(template.draft).toMatchObject({ html: `Mine ${html}`, dataSets: [{ json: "{}" }] });
    await page.user.click(await button("Publish"));
    await screen.findByText(/^Not published, because not everything is saved\. Data set “Sample data”, line 1: /);
    act(() => data.dispatch({ changes: { from: 2, to: 3 } }));
    await template.saved(page);
    await waitFor(() => expect(screen.queryByText(/^Not published,/)).toBeNull());
  });

  test("are added under a new name only", async () => {
    const template = new EditedTemplate(gateway);
    const page = template.open("data");
    await page.user.click(await button("New data set"));
    const name = await screen.findByRole("textbox", { name: "Name" });
    await page.user.type(name, "Sample data{Enter}");
    await screen.findByText("Another data set has this name.");
    await page.user.clear(name);
    await page.user.type(name, "Long names{Enter}");
    await codeOf("Data set Long names");
    await template.saved(page);
    expect(template.draft.dataSets?.map((set) => set.name)).toEqual(["Sample data", "Long names"]);
  });
});

test("texts of the template are saved with its draft, and the preview is asked for their language", async () => {
  gateway.refuse(operations.previewTemplate, { code: "queue.full" });
  const template = new EditedTemplate(gateway);
  const page = template.open("texts", "preview");
  await page.user.click(await button("Add a key"));
  await page.user.type(await screen.findByRole("textbox", { name: "Key" }), "letter.title");
  await page.user.type(screen.getByRole("textbox", { name: "Text in English" }), "Reminder");
  await page.user.click(await button("Add key"));
  await template.saved(page);
  const translations = { en: { "letter.title": "Reminder" } };
  expect(template.draft.translations).toEqual(translations);
  await page.user.selectOptions(screen.getByRole("combobox", { name: "Language of the preview" }), "en-XA");
  await waitFor(() =>
    expect(gateway.requestsOf(operations.previewTemplate).at(-1)?.body).toMatchObject({
      translations,
      locale: "en-XA",
    }),
  );
});

test("the draft says how it differs from the live version, and a publication without a change is not offered", async () => {
  const template = new EditedTemplate(gateway);
  gateway.serve(operations.getTemplate.member, { name: "Letter", version: 1 });
  gateway.serve(operations.getVersion.member, { ...template.draft, version: 1 });
  gateway.refuse(operations.previewTemplate, { code: "queue.full" });
  const { user } = template.open("code");
  await screen.findByText("Draft · no changes");
  expect(screen.getByRole("button", { name: "Live v1" })).toBeTruthy();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("The draft is the same as version 1, which is live.");
  await writeHtml("<p>The second</p>");
  await screen.findByText("Draft · 1 change");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByRole("textbox", { name: "Note" });
  expect(template.draft.html).toBe(`<p>The second</p>${html}`);
});

test("a publication lists what is unfinished, and leads there", async () => {
  const template = new EditedTemplate(gateway, {
    html: "<p>{{name}} &#123;&#123;total items}}</p>",
    translations: { en: { a: "A", b: "B" }, nl: { a: "A" } },
  });
  const { user } = template.open("code");
  await codeOf("HTML");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const list = within(await screen.findByRole("region", { name: "Unfinished" }));
  list.getByText("1 of 2 texts has no translation in Dutch.");
  list.getByText("The data set “Sample data” lacks 1 value that the template uses, such as name.");
  await user.click(list.getByRole("button", { name: /^Show: 1 tag of another template language/ }));
  await screen.findByText("Line 1, column 13");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await user.click(await button(/^Show: 1 of 2 texts/));
  await button("Add a key");
});

test("a link of a document leads to its line, and leaves the address", async () => {
  const template = new EditedTemplate(gateway, { html: "<h1>Invoice</h1>\n<p>\n  {{number}}</p>" });
  const { address } = template.openAt(
    paths.templateAt({ projectId, templateId, part: "html", line: 3, column: 3 }),
    "code",
  );
  await screen.findByText("Line 3, column 3");
  expect(address()).toBe(paths.template({ projectId, templateId }));
});

test("the bar names the other members who have the template open", async () => {
  const template = new EditedTemplate(gateway);
  gateway.serve(operations.keepPresence, { others: [{ email: "grace@example.com" }] });
  template.open("code");
  await button("Also in this template: grace@example.com");
});

describe("the menu of the template", () => {
  test("renames, tags and duplicates it, with edits that are not saved yet", async () => {
    const template = new EditedTemplate(gateway);
    gateway.serve(operations.updateTemplate.member, { templateId });
    gateway.serve(operations.listTemplates.member, { templates: [] });
    gateway.serve(operations.createTemplate.member, { template: { templateId, name: "Copy of Letter" } });
    const { user } = template.open("code");
    await writeHtml("New ");
    await user.click(await button("Letter"));
    await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
    const name = await screen.findByRole("textbox", { name: "Name" });
    await user.clear(name);
    await user.type(name, "Reminder{Enter}");
    const params = { projectId, templateId };
    await waitFor(() =>
      expect(gateway.requestsOf(operations.updateTemplate.member)).toEqual([{ params, body: { name: "Reminder" } }]),
    );
    await user.click(await button("Letter"));
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    await waitFor(() =>
      expect(gateway.requestsOf(operations.createTemplate.member).map(({ body }) => body)).toMatchObject([
        { name: "Copy of Letter", html: `New ${html}` },
      ]),
    );
  });

  test("deletes it after a question, and leads to the list of templates", async () => {
    const template = new EditedTemplate(gateway);
    gateway.serve(operations.deleteTemplate.member, undefined);
    gateway.serve(operations.listTemplates.member, { templates: [] });
    const { user, address } = template.open("code");
    await user.click(await button("Letter"));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await user.click(await button("Delete template"));
    await waitFor(() => expect(address()).toBe(paths.templates({ projectId })));
    await screen.findByText("“Letter” is deleted.");
  });
});

test("a deleted template says so and leads to the list of templates", async () => {
  const template = new EditedTemplate(gateway);
  gateway.refuse(operations.getTemplate.member, { code: "template.not_found" });
  template.open("code");
  await screen.findByText("This template does not exist, or it has been deleted.");
  expect(screen.getByRole("link", { name: "All templates" }).getAttribute("href")).toContain(
    paths.templates({ projectId }),
  );
});
