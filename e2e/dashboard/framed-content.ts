import type { Page } from "puppeteer";
import type { HostileMarkup, WayIn } from "./hostile-markup.ts";

/** Adds a frame to the page for each id, and waits until all have loaded. */
async function addFrames(page: Page, ids: readonly string[], src: string, sandbox: string | undefined): Promise<void> {
  await page.evaluate(
    async (frameIds, source, sandboxed) => {
      const loads = frameIds.map((id) => {
        const frame = Object.assign(document.createElement("iframe"), { id, title: id, src: source });
        if (sandboxed !== undefined) frame.setAttribute("sandbox", sandboxed);
        const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
        document.body.prepend(frame);
        return loaded;
      });
      await Promise.all(loads);
    },
    ids,
    src,
    sandbox,
  );
}

/** Writes markup into a frame from the page around it, like an editor. */
async function putIn(page: Page, id: string, way: WayIn, markup: string): Promise<void> {
  await page.evaluate(
    (frameId, how, text) => {
      const frame = document.getElementById(frameId);
      const inside = frame instanceof HTMLIFrameElement ? frame.contentDocument : null;
      if (!inside) throw new Error("The page cannot reach the frame's document.");
      if (how === "write") {
        inside.open();
        inside.write(text);
        inside.close();
      } else if (how === "innerHTML") {
        inside.body.innerHTML = text;
      } else {
        const parsed = new DOMParser().parseFromString(text, "text/html");
        inside.head.append(...[...parsed.head.childNodes].map((node) => inside.adoptNode(node)));
        inside.body.append(...[...parsed.body.childNodes].map((node) => inside.adoptNode(node)));
        // A parsed script never runs, but a created one does.
        for (const script of inside.querySelectorAll("script")) {
          const made = inside.createElement("script");
          for (const { name, value } of script.attributes) made.setAttribute(name, value);
          made.textContent = script.textContent;
          script.replaceWith(made);
        }
      }
    },
    id,
    way,
    markup,
  );
}

/** Clicks the element with the id "press" in the frame. */
async function press(page: Page, id: string): Promise<void> {
  const point = await page.evaluate(async (frameId) => {
    const frame = document.getElementById(frameId);
    const target = frame instanceof HTMLIFrameElement ? frame.contentDocument?.getElementById("press") : undefined;
    if (!frame || !target) return undefined;
    frame.scrollIntoView();
    await new Promise(requestAnimationFrame);
    const outer = frame.getBoundingClientRect();
    const inner = target.getBoundingClientRect();
    return { x: outer.x + frame.clientLeft + inner.x + 10, y: outer.y + frame.clientTop + inner.y + 10 };
  }, id);
  if (!point) throw new Error(`The frame ${id} has no element to press.`);
  await page.mouse.click(point.x, point.y);
}

/** Shows each piece of hostile markup in its own frame of the page, and clicks those that need a click. */
export async function showInFrames(
  page: Page,
  frame: { src: string; sandbox?: string; way?: WayIn },
  list: readonly HostileMarkup[],
): Promise<void> {
  const ids = list.map(({ name }) => name);
  await addFrames(page, ids, frame.src, frame.sandbox);
  for (const { name, markup, way } of list) await putIn(page, name, frame.way ?? way, markup);
  for (const { name, isPressed } of list) if (isPressed) await press(page, name);
}
