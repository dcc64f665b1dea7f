import { waitFor } from "@platen/testing";
import type { Visitor } from "./dashboard-browser.ts";

type Box = { x: number; y: number; width: number; height: number };

const frameSelector = 'iframe[title="The template filled with sample data"]';

function waitForDocument<T>(describe: string, look: () => Promise<T | undefined>) {
  return waitFor(look, { describe: `the canvas to show ${describe}` });
}

/** The canvas of the Design view. It finds elements of the document at their position on the screen. */
export function openCanvas({ page }: Visitor) {
  /** The texts of all elements for a selector; none before the canvas is there. */
  const texts = async (selector: string): Promise<string[]> =>
    page
      .$eval(
        frameSelector,
        ({ contentDocument }, inner) =>
          [...(contentDocument?.querySelectorAll(inner) ?? [])].map(({ textContent }) => textContent ?? ""),
        selector,
      )
      .catch(() => []);

  /** Waits for the first element of a selector, and returns its box on the screen. */
  const boxOf = (selector: string): Promise<Box> =>
    waitForDocument(selector, () =>
      page.$eval(
        frameSelector,
        (frame, inner) => {
          const element = frame.contentDocument?.querySelector(inner);
          if (!element) return undefined;
          element.scrollIntoView({ block: "center" });
          const outer = frame.getBoundingClientRect();
          const scale = outer.width / frame.offsetWidth;
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x: outer.x + x * scale, y: outer.y + y * scale, width: width * scale, height: height * scale };
        },
        selector,
      ),
    );

  const click = async (selector: string, count = 1): Promise<void> => {
    const { x, y, width, height } = await boxOf(selector);
    await page.mouse.click(x + width / 2, y + height / 2, { count });
  };

  return {
    texts,
    click,
    /** Waits until the document is shown. */
    isShown: async (): Promise<void> => {
      await boxOf("body [data-platen]");
    },
    /** Waits until a text is edited. */
    isEditing: async (): Promise<void> => {
      await boxOf("[contenteditable=true]");
    },
    /** Opens the text of an element for editing. */
    edit: async (selector: string): Promise<void> => {
      await click(selector, 2);
      await boxOf("[contenteditable=true]");
    },
    /** Waits until the document's text contains a part. White space does not matter. */
    reads: async (text: string): Promise<void> => {
      await waitForDocument(`"${text}"`, async () => {
        const shown = (await texts("body")).join(" ").replaceAll(/\s+/g, " ");
        return shown.includes(text) || undefined;
      });
    },
    /** The height of an element on the paper, without the zoom of the canvas. */
    heightOf: (selector: string): Promise<number> =>
      page.$eval(
        frameSelector,
        ({ contentDocument }, inner) => contentDocument?.querySelector(inner)?.getBoundingClientRect().height ?? 0,
        selector,
      ),
    /** The computed value of a property, for the first element of a selector. */
    style: (selector: string, property: string): Promise<string> =>
      page.$eval(
        frameSelector,
        ({ contentDocument }, inner, name) => {
          const element = contentDocument?.querySelector(inner);
          return element ? getComputedStyle(element).getPropertyValue(name) : "";
        },
        selector,
        property,
      ),
  };
}
