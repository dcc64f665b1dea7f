import type { ElementHandle, KeyInput } from "puppeteer";
import { waitFor } from "@platen/testing";
import type { Visitor } from "./dashboard-browser.ts";

type Point = { x: number; y: number };

/** Finds the visible element of a role whose text starts with these words, once it has stopped moving. */
async function centreOf({ page }: Visitor, selector: string, start: string): Promise<Point> {
  return waitFor(
    () =>
      page.evaluate(
        async (css: string, text: string) => {
          const found = [...document.querySelectorAll(css)].find(
            (element) => element.checkVisibility() && (element.textContent ?? "").trim().startsWith(text),
          );
          if (!found) return undefined;
          found.scrollIntoView({ block: "center" });
          const before = found.getBoundingClientRect();
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const { x, y, width, height } = found.getBoundingClientRect();
          const at = { x: x + width / 2, y: y + height / 2 };
          const isStill = before.x === x && before.y === y && found.contains(document.elementFromPoint(at.x, at.y));
          return isStill ? at : undefined;
        },
        selector,
        start,
      ),
    { describe: `${selector} "${start}" to be there` },
  );
}

/** Presses the mouse at a place, and releases it at another. */
export async function drag({ page: { mouse } }: Visitor, from: Point, to: Point): Promise<void> {
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x + 10, from.y + 5, { steps: 3 });
  await mouse.move(to.x, to.y, { steps: 5 });
  await mouse.up();
}

/** The chosen option of the list with the focus, and whether one has these first letters. Runs inside the page. */
function lookAtList(start: string): { isChosen: boolean; hasOption: boolean } {
  const list = document.activeElement;
  const texts = list instanceof HTMLSelectElement ? [...list.options].map(({ text }) => text) : [];
  const chosen = list instanceof HTMLSelectElement ? (list.selectedOptions[0]?.text ?? "") : "";
  return { isChosen: chosen.startsWith(start), hasOption: texts.some((text) => text.startsWith(start)) };
}

/**
 * A user with a mouse and a keyboard, and nothing else. It counts what they do: a click, a typed text and keys pressed
 * together are one action each.
 */
export function createPerson(visitor: Visitor) {
  const { page } = visitor;
  const actions: string[] = [];
  /** All that was typed. */
  const typed: string[] = [];

  const clickAt = async ({ x, y }: Point, what: string, count = 1): Promise<void> => {
    actions.push(what);
    await page.mouse.move(x, y);
    await page.mouse.click(x, y, { count });
  };

  const type = async (text: string): Promise<void> => {
    actions.push(`type ${text}`);
    typed.push(text);
    await page.keyboard.type(text);
  };
  /** Types letters of an option until the list with the focus has chosen it. A slow page takes letters of one word for several. */
  const pickFocused = async (option: string): Promise<void> => {
    actions.push(`type ${option}`);
    typed.push(option);
    // The list may still be loading its options.
    await waitFor(async () => (await page.evaluate(lookAtList, option)).hasOption || undefined, {
      describe: `a list with "${option}" to have the focus`,
    });
    for (const letter of option) {
      await page.keyboard.type(letter);
      if ((await page.evaluate(lookAtList, option)).isChosen) return;
    }
    throw new Error(`The list does not choose "${option}" by its letters.`);
  };

  return {
    actions,
    typed,
    type,
    clickAt: (at: Point, what: string) => clickAt(at, what),
    doubleClick: (at: Point, what: string) => clickAt(at, what, 2),
    click: async (role: string, name: string): Promise<void> => {
      actions.push(`click ${name}`);
      await visitor.click(role, name);
    },
    /** Opens a menu, and chooses the item that starts with these words. */
    choose: async (button: string, item: string): Promise<void> => {
      actions.push(`click ${button}`);
      await visitor.click("button", button);
      await clickAt(await centreOf(visitor, "[role=menu] [role=menuitem]", item), `click ${item}`);
      await page.waitForSelector("[role=menu]", { hidden: true });
    },
    /** Clicks the label of a choice that is one picture of several. */
    clickLabel: async (text: string): Promise<void> => {
      await clickAt(await centreOf(visitor, "label", text), `click ${text}`);
    },
    /** Chooses in a list: a click on its label, and the first letters of an option. */
    pick: async (label: string, option: string): Promise<void> => {
      await clickAt(await centreOf(visitor, "label", label), `click ${label}`);
      await pickFocused(option);
    },
    /** Chooses in a list without a label of its own: goes to it by the keyboard, and types the first letters of an option. */
    pickByKeys: async (name: string, option: string): Promise<void> => {
      actions.push(`go to ${name}`);
      await (await visitor.find("combobox", name)).focus();
      await pickFocused(option);
    },
    drag: async (from: Point, to: Point, what: string): Promise<void> => {
      actions.push(what);
      await drag(visitor, from, to);
    },
    press: async (...keys: KeyInput[]): Promise<void> => {
      actions.push(`press ${keys.join("+")}`);
      await visitor.press(...keys);
    },
    /** Opens the dialog for files by a click on the element, and chooses a file of the disk there. */
    chooseFile: async (element: ElementHandle, path: string): Promise<void> => {
      actions.push("click the field of the file", "choose a file");
      const [chooser] = await Promise.all([page.waitForFileChooser(), element.click()]);
      await chooser.accept([path]);
    },
  };
}
