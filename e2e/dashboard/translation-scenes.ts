import { operations } from "@platen/contracts";
import { at, click, chooseFile, fill, find, sees, type SceneTable, type Step } from "./scene-steps.ts";
import type { Demo } from "./start-demo.ts";

const english = {
  greeting: "Hello {name}",
  "invoice.due": "Due in {days, plural, one {# day} other {# days}}",
  "invoice.terms":
    "Payment is due within {terms.days} days of the date of this invoice. Goods remain our property until they are " +
    "paid in full, with all costs of delivery, handling and insurance that this invoice lists.",
  "invoice.title": "Invoice",
  "letter.salutation": "{gender, select, female {Dear Ms. {name}} male {Dear Mr. {name}} other {Dear {name}}}",
};

/** Types where the focus is. */
const type =
  (text: string): Step =>
  ({ page }) =>
    page.keyboard.type(text);

/** Chooses an option of a list. */
const select =
  (label: string, option: string): Step =>
  async ({ page }) => {
    const list = await page.waitForSelector(`::-p-aria([name="${label}"][role="combobox"])`);
    const value = await list?.evaluate(
      (element, text) =>
        element instanceof HTMLSelectElement ? [...element.options].find((one) => one.text === text)?.value : undefined,
      option,
    );
    await list?.select(value ?? "");
  };

/** Gives the demo project texts in five languages. */
export async function addTranslations({ platen, dashboard }: Demo): Promise<void> {
  const changes = {
    en: { ...english, ...Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`unit.u${index}`, "pcs"])) },
    ar: { "invoice.title": "فاتورة", greeting: "مرحبا {name}" },
    de: { greeting: "Hallo", "invoice.due": "Fällig in {days, plural, one {# Tag} other {# Tagen}}" },
    ja: {},
    "pt-BR": { "invoice.title": "Fatura" },
  };
  await dashboard.call(operations.changeTranslations.member, {
    params: { projectId: platen.projectId },
    body: { changes },
  });
  const html = "<h1>{{@t.letter.title}}</h1><p>{{@t.letter.due}}</p>";
  const own = {
    en: { "letter.title": "Reminder", "letter.due": "Please pay." },
    nl: { "letter.title": "Herinnering" },
  };
  await dashboard.call(operations.createTemplate.member, {
    params: { projectId: platen.projectId },
    body: { name: "Dunning letter", html, translations: own },
  });
}

/** The states of the page of translations. */
export function translationScenes({ platen }: Demo): SceneTable {
  const page = at(`/projects/${platen.projectId}/translations`);
  return {
    translations: [page, find("textbox", "greeting, Japanese")],
    "translations-plural": [
      page,
      click("button", "Arabic ar 2 of 305"),
      find("textbox", "invoice.due, Arabic, two: 2"),
    ],
    "translations-export": [page, click("button", "Export"), find("menuitem", "CSV, for spreadsheets")],
    "translations-of-template": [
      page,
      select("Texts of", "Dunning letter (2 texts, Dutch 1 of 2)"),
      find("textbox", "letter.due, Dutch"),
    ],
    "translation-key-new": [
      page,
      click("button", "Add a key"),
      fill("Key", "invoice"),
      click("button", "Add key"),
      sees("is a group already"),
    ],
    "translation-key-remove": [
      page,
      click("button", "Actions for greeting"),
      click("menuitem", "Remove"),
      sees("Templates name keys"),
    ],
    "translation-language-new": [
      page,
      click("button", "Add a language"),
      find("combobox", "Language"),
      type("Swiss"),
      sees("Schweizer Hochdeutsch"),
    ],
    "translation-import": [
      page,
      click("button", "Import"),
      sees("Choose a JSON, CSV or XLIFF 2 file"),
      chooseFile("de.json", { "invoice.title": "Rechnung" }),
      sees("Texts that the file lacks"),
    ],
  };
}
