import { waitFor } from "@platen/testing";
import type { Visitor } from "./dashboard-browser.ts";

type Box = { x: number; y: number; width: number; height: number };

/** A letter of the document, with its position on its page in pixels of the paper. */
export type Letter = { text: string; page: number; left: number; right: number; top: number; bottom: number };

/** The gap between two sheets, as in `canvas-styles.ts`. */
const sheetGap = 28;

const frameSelector = 'iframe[title="The template filled with sample data"]';

function waitForDocument<T>(describe: string, look: () => Promise<T | undefined>) {
  return waitFor(look, { describe: `the canvas to show ${describe}` });
}

/** All letters of the document in a frame, also those in the margins of its pages. Runs inside the page. */
function lettersIn(frame: HTMLIFrameElement, pitch: number): Letter[] {
  const document = frame.contentDocument;
  if (!document) return [];
  const letters: Letter[] = [];
  for (const root of [document.body, document.querySelector("platen-margins")?.shadowRoot]) {
    const nodes = document.createTreeWalker(root ?? document.createElement("i"), NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      for (const { 0: text, index } of (node.nodeValue ?? "").matchAll(/\S/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const box = range.getClientRects()[0];
        if (!box || box.width === 0) continue;
        const page = Math.floor(box.top / pitch);
        const top = box.top - page * pitch;
        letters.push({ text, page, left: box.left, right: box.right, top, bottom: top + box.height });
      }
    }
  }
  return letters;
}

/**
 * The box of an element on the screen, once the layer above the document takes clicks, and unless the element moves, as
 * beside a panel that opens. Runs inside the page.
 */
async function steadyBoxIn(frame: HTMLIFrameElement, selector: string): Promise<Box | undefined> {
  const measure = (): Box | undefined => {
    const element = frame.contentDocument?.querySelector(selector);
    if (!element || !document.querySelector("[role=application] [role=presentation]")) return undefined;
    element.scrollIntoView({ block: "center" });
    const outer = frame.getBoundingClientRect();
    const scale = outer.width / frame.offsetWidth;
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: outer.x + x * scale, y: outer.y + y * scale, width: width * scale, height: height * scale };
  };
  const first = measure();
  // Two frames later.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const second = measure();
  return JSON.stringify(first) === JSON.stringify(second) ? second : undefined;
}

/** The box on the screen of the first page's header or footer. Runs inside the page. */
function stripIn(frame: HTMLIFrameElement, strip: string): Box | undefined {
  const edge = strip === "header" ? "top" : "bottom";
  const root = frame.contentDocument?.querySelector("platen-margins")?.shadowRoot;
  const element = root?.querySelector(`.strip[data-edge="${edge}"]`);
  if (!element) return undefined;
  element.scrollIntoView({ block: "center" });
  const outer = frame.getBoundingClientRect();
  const scale = outer.width / frame.offsetWidth;
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: outer.x + x * scale, y: outer.y + y * scale, width: width * scale, height: height * scale };
}

/** The text of a header or footer that is edited. Runs inside the page. */
function editedIn({ contentDocument }: HTMLIFrameElement): { text: string } | undefined {
  const root = contentDocument?.querySelector("platen-margins")?.shadowRoot;
  const element = root?.querySelector("[contenteditable=true]");
  return element ? { text: element.textContent ?? "" } : undefined;
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

  /** Waits until the first element of a selector stays where it is, and returns its box on the screen. */
  const boxOf = (selector: string): Promise<Box> =>
    waitForDocument(selector, () => page.$eval(frameSelector, steadyBoxIn, selector));

  const click = async (selector: string, count = 1): Promise<void> => {
    const { x, y, width, height } = await boxOf(selector);
    await page.mouse.click(x + width / 2, y + height / 2, { count });
  };

  return {
    texts,
    click,
    boxOf,
    /** Waits until the elements of a selector have these texts. */
    sees: async (selector: string, ...expected: string[]): Promise<void> => {
      await waitForDocument(`${selector} with ${expected.join(" | ")}`, async () => {
        const found = await texts(selector);
        return (
          (selector.includes(":last") ? found.at(-1) === expected[0] : found.join() === expected.join()) || undefined
        );
      });
    },
    /** Waits until an empty text is edited. */
    editsEmpty: async (): Promise<void> => {
      await waitForDocument("an empty text to edit", async () => {
        const edited = await texts("[contenteditable=true]");
        return (edited.length === 1 && edited[0] === "") || undefined;
      });
    },
    /** Gives the focus to the edited text. */
    focusText: () =>
      page.$eval(frameSelector, ({ contentDocument }) =>
        contentDocument?.querySelector<HTMLElement>("[contenteditable=true]")?.focus(),
      ),
    /** Pastes into the edited text. */
    paste: (contents: Record<string, string>) =>
      page.$eval(
        frameSelector,
        ({ contentDocument }, given) => {
          const clipboardData = new DataTransfer();
          for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
          const edited = contentDocument?.querySelector("[contenteditable=true]");
          edited?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        },
        contents,
      ),
    /** Waits for the first element of a selector, and returns its centre on the screen. */
    centreOf: async (selector: string): Promise<{ x: number; y: number }> => {
      const { x, y, width, height } = await boxOf(selector);
      return { x: x + width / 2, y: y + height / 2 };
    },
    /** The middle of the first page. */
    middle: async (): Promise<{ x: number; y: number }> => {
      const box = await (await page.waitForSelector(frameSelector))?.boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.width ?? 0) * 0.7 };
    },
    /** Waits until the document has such an element. */
    shows: async (selector: string): Promise<void> => {
      await boxOf(selector);
    },
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
    /** Opens the text of a page's header or footer that is nearest to a part of its width, and waits for one to be edited. */
    editStrip: async (strip: "header" | "footer", part: number): Promise<void> => {
      const { x, y, width, height } = await waitForDocument(`a ${strip}`, () =>
        page.$eval(frameSelector, stripIn, strip),
      );
      await page.mouse.click(x + width * part, y + height / 2, { count: 2 });
      await waitForDocument(`a text of the ${strip} to edit`, () => page.$eval(frameSelector, editedIn));
    },
    /** Waits until another text of a header or footer than this one is edited, and returns it. */
    editsOtherThan: async (before: string): Promise<string> => {
      const { text } = await waitForDocument("another edited text", async () => {
        const edited = await page.$eval(frameSelector, editedIn);
        return edited?.text === before ? undefined : edited;
      });
      return text;
    },
    /** Waits until the document's text contains a part. White space does not matter. */
    reads: async (text: string): Promise<void> => {
      await waitForDocument(`"${text}"`, async () => {
        const shown = (await texts("body")).join(" ").replaceAll(/\s+/g, " ");
        return shown.includes(text) || undefined;
      });
    },
    /** All letters of the document, once the fonts that it uses have loaded. */
    letters: async (pageCount: number): Promise<Letter[]> => {
      await waitForDocument("its fonts", () =>
        page.$eval(frameSelector, ({ contentDocument }) => {
          const fonts = contentDocument?.fonts;
          return (fonts?.status === "loaded" && [...fonts].some(({ status }) => status === "loaded")) || undefined;
        }),
      );
      const height = await page.$eval(frameSelector, ({ offsetHeight }) => offsetHeight);
      return page.$eval(frameSelector, lettersIn, (height + sheetGap) / pageCount);
    },
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
