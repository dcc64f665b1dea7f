import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer";
import { z } from "zod";
import { codeView } from "./open-editor.ts";

const timings = z.array(
  z.object({ total: z.number(), pause: z.number(), request: z.number(), open: z.number(), draw: z.number() }),
);

/** From a keystroke to the picture it makes, in milliseconds, and what its parts took. */
export type KeystrokeTimings = z.infer<typeof timings>[number];

/** Notes in the page when a key goes down, and what the preview's own measures say when a picture is there. */
const watch = `(() => {
  window.keystrokes = [];
  let pressedAt = 0;
  addEventListener("keydown", (event) => {
    pressedAt = event.timeStamp;
  }, true);
  new PerformanceObserver((list) => {
    for (const shown of list.getEntriesByName("preview: shown")) {
      const [request] = performance.getEntriesByName("preview: request");
      const [open] = performance.getEntriesByName("preview: open");
      const [draw] = performance.getEntriesByName("preview: draw");
      if (!request || !open || !draw) continue;
      window.keystrokes.push({
        total: shown.startTime + shown.duration - pressedAt,
        pause: request.startTime - pressedAt,
        request: request.duration,
        open: open.duration,
        draw: draw.duration,
      });
    }
  }).observe({ type: "measure" });
})()`;

/** Puts the caret behind the word "Invoice" of the heading. */
const placeCaret = `(() => {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) {
    const end = field.value.indexOf("<h1>Invoice") + "<h1>Invoice".length;
    field.setSelectionRange(end, end);
    return;
  }
  const line = [...field.querySelectorAll("*")].findLast((element) => element.textContent.includes("<h1>Invoice"));
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const index = texts.currentNode.data.indexOf("Invoice");
    if (index !== -1) document.getSelection().collapse(texts.currentNode, index + "Invoice".length);
  }
})()`;

/** Types letter after letter into the heading, and waits for the picture of each. */
export async function typeInto(page: Page, count: number): Promise<KeystrokeTimings[]> {
  await page.focus(codeView);
  await page.evaluate(placeCaret);
  await page.evaluate(watch);
  for (let typed = 1; typed <= count; typed += 1) {
    // The heading stays short, as a real one.
    await page.keyboard.press(typed % 6 < 3 ? "a" : "Backspace");
    await page.waitForFunction(`window.keystrokes.length >= ${typed}`, { timeout: 30_000 });
    // Frames come at steady times; keystrokes do not.
    await sleep(150 + Math.random() * 300);
  }
  return timings.parse(await page.evaluate("window.keystrokes"));
}
