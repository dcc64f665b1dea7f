import type { Visitor } from "./dashboard-browser.ts";

type Box = { x: number; y: number; width: number; height: number };

const frameTitle = "The template filled with sample data";
const waitMs = 20_000;

async function poll<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + waitMs; ;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`the canvas does not show ${what}`);
  }
}

/** The canvas of the Design view: what stands on its paper is found as a person sees it. */
export function openCanvas({ page }: Visitor) {
  /** Where an element of the document is on the screen, once it is there; `nth` among those that the selector finds. */
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
    /** Waits until the document's text, white space aside, has a part or has it no more. */
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
    /** How much larger the paper is on the screen than its styles say. */
    scale: (): Promise<number> =>
      page.evaluate((title: string) => {
        const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`);
        return frame ? frame.getBoundingClientRect().width / frame.offsetWidth : 1;
      }, frameTitle),
    /** The texts of all elements that a selector finds. */
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
    /** What the browser makes of a property of the first element that a selector finds. */
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
    /** How many elements of the document a selector finds. */
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
