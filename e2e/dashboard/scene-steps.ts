import type { KeyInput } from "puppeteer";
import type { Visitor } from "./dashboard-browser.ts";
import { openCanvas } from "./design-canvas.ts";

export type Step = (visitor: Visitor) => Promise<unknown>;

const step =
  <Args extends unknown[]>(act: (visitor: Visitor, ...args: Args) => Promise<unknown>) =>
  (...args: Args): Step =>
  (visitor) =>
    act(visitor, ...args);
export const load = step(({ open }, path: string) => open(path));
export const at = step(({ show }, path: string) => show(path));
export const click = step((visitor, role: string, name: string) => visitor.click(role, name));
export const fill = step((visitor, label: string, text: string) => visitor.fill(label, text));
export const find = step((visitor, role: string, name: string) => visitor.find(role, name));
export const sees = step((visitor, text: string) => visitor.sees(text));
export const press = step((visitor, ...keys: KeyInput[]) => visitor.press(...keys));
export const select = step((visitor, selector: string) => openCanvas(visitor).click(selector));
export const write = step((visitor, text: string) => visitor.writeHtml(text));
/** Clicks one of several choices that stand beside each other: only its label has a size. */
export const clickChoice = step(({ page }, text: string) =>
  page.locator(`::-p-xpath(//label[normalize-space()="${text}"])`).click(),
);
/** Chooses a file: a text, or JSON. */
export const chooseFile = step(({ page }, name: string, content: object | string) =>
  page.$eval(
    "input[type=file]",
    (input, file, text) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([text], file, { type: "application/json" }));
      input.files = chosen.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    name,
    typeof content === "string" ? content : JSON.stringify(content),
  ),
);
/** Chooses a file of the disk. */
export const chooseFileAt = step(async ({ page }, path: string) => {
  const input = await page.waitForSelector("input[type=file]");
  await input?.uploadFile(path);
});
export const scrollTo = step(({ page }, selector: string) =>
  page.$eval(selector, (element) => element.scrollIntoView({ block: "center" })),
);
export const choose = step(async (visitor, label: string, value: string) => {
  const select = await visitor.find("combobox", label);
  // The list may still be loading its options.
  await visitor.page.waitForFunction(
    (list, wanted) => list instanceof HTMLSelectElement && [...list.options].some((option) => option.value === wanted),
    {},
    select,
    value,
  );
  await select.select(value);
});
/** Writes into a field that proposes values. */
export const type = step(({ page }, label: string, text: string) =>
  page.locator(`::-p-aria([name="${label}"][role="combobox"])`).fill(text),
);
export const hasNone = step(async (visitor, role: string, ...names: string[]) => {
  for (const name of names) {
    if (await visitor.has(role, name)) throw new Error(`The page has the ${role} "${name}".`);
  }
});
export const reload: Step = ({ page }) => page.reload();
/** Takes the step where two views have room. In a narrow window the view opened last covers the other. */
export const besideAnother =
  (inner: Step): Step =>
  async (visitor) => {
    if ((visitor.page.viewport()?.width ?? 0) >= 720) await inner(visitor);
  };
export const isDrawn: Step = ({ page }) => page.waitForSelector("[role=document][aria-busy=false] canvas");
export const isDesigned: Step = (visitor) => openCanvas(visitor).isShown();
/** Takes the steps where Design takes edits. In a window too narrow for editing, it has no bar to insert. */
export const whereEditable =
  (...steps: Step[]): Step =>
  async (visitor) => {
    if (!(await visitor.has("toolbar", "Insert"))) return;
    for (const one of steps) await one(visitor);
  };
/** In a narrow window the properties are closed. */
export const showProperties: Step = async (visitor) => {
  if (!(await visitor.has("complementary", "Properties"))) await visitor.click("button", "Properties");
};
/** Scenes by name, each as its steps. */
export type SceneTable = Record<string, Step[]>;
