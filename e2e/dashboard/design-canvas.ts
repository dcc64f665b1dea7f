import type { Visitor } from "./dashboard-browser.ts";

type Box = { x: number; y: number; width: number; height: number };

const frameTitle = "The template filled with sample data";
const waitMs = 20_000;

async function poll<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + waitMs; ;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`The canvas does not show ${what}.`);
  }
}

/** The canvas of the Design view. It finds elements of the document at their position on the screen. */
export function openCanvas({ page }: Visitor) {
  /** Waits for an element of the document, and returns its box on the screen. `nth` chooses among several. */
  async function boxOf(selector: string, nth = 0): Promise<Box> {
    return poll(`${selector} (${nth})`, () =>
      page.evaluate(
        (title: string, selector: string, nth: number) => {
          const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`);
          const element = frame?.contentDocument?.querySelectorAll(selector)[nth];
          if (!frame || !element) return undefined;
          element.scrollIntoView({ block: "center" });
          const outer = frame.getBoundingClientRect();
          const scale = outer.width / frame.offsetWidth;
          const { x, y, width, height } = element.getBoundingClientRect();
          return {
            x: outer.x + x * scale,
            y: outer.y + y * scale,
            width: width * scale,
            height: height * scale,
          };
        },
        frameTitle,
        selector,
        nth,
      ),
    );
  }

  async function middleOf(selector: string, nth?: number): Promise<[number, number]> {
    const { x, y, width, height } = await boxOf(selector, nth);
    return [x + width / 2, y + height / 2];
  }

  return {
    boxOf,
    /** Waits until the document is shown. */
    isShown: async (): Promise<void> => {
      await boxOf("body [data-platen]");
    },
    click: async (selector: string, nth?: number): Promise<void> => {
      await page.mouse.click(...(await middleOf(selector, nth)));
    },
    doubleClick: async (selector: string, nth?: number): Promise<void> => {
      await page.mouse.click(...(await middleOf(selector, nth)), { count: 2 });
      await poll(`${selector} being edited`, () => page.evaluate(isEditing, frameTitle));
    },
    /** Presses keys together: `press("Alt", "Shift", "ArrowUp")`. */
    press: async (...keys: string[]): Promise<void> => {
      const held = keys.slice(0, -1);
      for (const key of held) await page.keyboard.down(key as "Shift");
      await page.keyboard.press(keys.at(-1) as "Enter");
      for (const key of held) await page.keyboard.up(key as "Shift");
    },
    /** Waits until the document's text contains a part, or no longer does. White space does not matter. */
    reads: async (text: string, wanted = true): Promise<void> => {
      await poll(`${wanted ? "" : "no more "}"${text}"`, () =>
        page.evaluate(
          (title: string, text: string, wanted: boolean) => {
            const body = document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`)?.contentDocument?.body;
            const is = (body?.textContent ?? "").replaceAll(/\s+/g, " ").includes(text);
            return is === wanted || undefined;
          },
          frameTitle,
          text,
          wanted,
        ),
      );
    },
    /** The scale of the paper on the screen. */
    scale: (): Promise<number> =>
      page.evaluate((title: string) => {
        const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`);
        return frame ? frame.getBoundingClientRect().width / frame.offsetWidth : 1;
      }, frameTitle),
    /** The texts of all elements for a selector. */
    texts: (selector: string): Promise<string[]> =>
      page.evaluate(
        (title: string, selector: string) => {
          const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`);
          return [...(frame?.contentDocument?.querySelectorAll(selector) ?? [])].map(
            ({ textContent }) => textContent ?? "",
          );
        },
        frameTitle,
        selector,
      ),
    /** The computed value of a property, for the first element of a selector. */
    style: (selector: string, property: string): Promise<string> =>
      page.evaluate(
        (title: string, selector: string, property: string) => {
          const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`);
          const element = frame?.contentDocument?.querySelector(selector);
          return element ? getComputedStyle(element).getPropertyValue(property) : "";
        },
        frameTitle,
        selector,
        property,
      ),
    /** The number of elements for a selector. */
    count: (selector: string): Promise<number> =>
      page.evaluate(
        (title: string, selector: string) =>
          document
            .querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`)
            ?.contentDocument?.querySelectorAll(selector).length ?? 0,
        frameTitle,
        selector,
      ),
  };
}

function isEditing(title: string): true | undefined {
  const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`);
  return frame?.contentDocument?.querySelector("[contenteditable=true]") ? true : undefined;
}
