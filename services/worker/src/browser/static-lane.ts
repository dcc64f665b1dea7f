import type { AssetsOfDocument, Lane } from "./lane.ts";
import { screenSize, withSingleLayout } from "./single-layout.ts";

const hasFrames = /<(?:iframe|frame|object|embed)\b/i;

const assetTypes: Lane["assetTypes"] = new Set(["Image", "Font", "Stylesheet"]);

/**
 * The way of most documents: their scripts do not run, and their page can print another one after them. Where the
 * browser allows it, those that need no more are laid out once.
 */
export const staticLane = (options: { isLaidOutOnce: boolean }): Lane => ({
  runsScripts: false,
  assetTypes,
  async prepare({ session, setContent, whenLoaded }) {
    await Promise.all([
      session.send("Emulation.setScriptExecutionDisabled", { value: true }),
      // From the start, so that what only the printed page needs is there when it is printed.
      session.send("Emulation.setEmulatedMedia", { media: "print" }),
      session.send("Emulation.setDeviceMetricsOverride", { ...screenSize, deviceScaleFactor: 1, mobile: false }),
    ]);

    async function loadAll(html: string, assets: AssetsOfDocument): Promise<void> {
      await setContent(html);
      // A document that asks for nothing, and has no others in it, has been loaded by now.
      if (assets.areOffered || hasFrames.test(html)) await whenLoaded();
      if (!assets.includeStyles() && !/@font-face/i.test(html)) return;
      await session.send("Runtime.evaluate", { expression: whenStyled, awaitPromise: true });
    }

    return ({ html }, assets) => {
      const single = options.isLaidOutOnce ? withSingleLayout(html) : undefined;
      return single === undefined
        ? { done: loadAll(html, assets), mayPrintAtOnce: false }
        : { done: setContent(single), mayPrintAtOnce: true };
    };
  },
});

// Works with JavaScript off: that is for the page's own. Fonts are asked for by a layout, which is made by measuring.
const whenStyled = "document.documentElement?.getBoundingClientRect(), document.fonts.ready.then(() => 0)";
