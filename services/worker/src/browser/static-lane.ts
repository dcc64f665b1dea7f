import type { Lane } from "./lane.ts";

/** The way of most documents: their scripts do not run, and their page can print another one after them. */
export const staticLane: Lane = {
  runsScripts: false,
  assetTypes: new Set(["Image", "Font", "Stylesheet"]),
  async prepare({ session, frameId }) {
    let loading = Promise.withResolvers<void>();
    session.on("Page.loadEventFired", () => loading.resolve());
    await Promise.all([
      session.send("Emulation.setScriptExecutionDisabled", { value: true }),
      // From the start, so that what only the printed page needs is there when it is printed.
      session.send("Emulation.setEmulatedMedia", { media: "print" }),
    ]);

    return async ({ html }, assets) => {
      loading = Promise.withResolvers();
      await session.send("Page.setDocumentContent", { frameId, html });
      // A document that asks for nothing has been loaded by now.
      if (assets.areOffered) await loading.promise;
      if (!assets.includeStyles() && !/@font-face/i.test(html)) return;
      // Works with JavaScript off: that is for the page's own.
      await session.send("Runtime.evaluate", { expression: "document.fonts.ready.then(() => 0)", awaitPromise: true });
    };
  },
};
