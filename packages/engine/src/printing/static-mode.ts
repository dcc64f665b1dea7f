import type { PageSettings } from "@platen/contracts";
import type { CDPSession, Protocol } from "puppeteer";
import type { PageMode } from "./page-mode.ts";
import { createPendingRequests } from "./pending-requests.ts";
import { createSettledPage } from "./settled-page.ts";
import { screenSize, usualScreenSize, withSingleLayout } from "./single-layout.ts";

type Media = NonNullable<PageSettings["media"]>;

const hasFrames = /<(?:iframe|frame|object|embed)\b/i;
const hasPlayers = /<(?:video|audio)\b/i;

/**
 * The way of most documents: their scripts do not run, and their page can print another one after them. Where the
 * browser allows it, those that need no more are laid out once.
 */
export const staticMode = (options: { isSingleLayout: boolean }): PageMode => ({
  runsScripts: false,
  assetTypes: new Set(["Image", "Font", "Stylesheet"]),
  async prepare(page) {
    const { session, setContent } = page;
    const requests = createPendingRequests(session);
    let html = "";
    const settled = createSettledPage(page, requests, async () => {
      await session.send("Runtime.evaluate", { expression: whenStyled, awaitPromise: true });
      if (hasFrames.test(html)) await layOutFrames(session);
    });
    // Commands are carried out in their order: the document that follows is shown with these.
    let screen: typeof screenSize | undefined;
    async function setScreen(size: typeof screenSize): Promise<void> {
      if (screen === size) return;
      screen = size;
      await session.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false });
    }
    let media: Media | undefined;
    async function setMedia(wanted: Media): Promise<void> {
      if (media === wanted) return;
      media = wanted;
      await session.send("Emulation.setEmulatedMedia", { media });
    }
    await Promise.all([
      session.send("Emulation.setScriptExecutionDisabled", { value: true }),
      // From the start, so that what only the printed page needs is there when it is printed.
      setMedia("print"),
      setScreen(screenSize),
    ]);
    return {
      forPrintingAtOnce({ html, settings }) {
        // On paper, Chromium tells media queries of its size in time; nobody has seen whether it does for a screen.
        const isOnPaper = mediaOf(settings) === "print";
        const single = options.isSingleLayout && isOnPaper ? withSingleLayout(html) : undefined;
        if (single === undefined) return undefined;
        return async () => {
          requests.forget();
          await Promise.all([setScreen(screenSize), setMedia("print"), setContent(single)]);
        };
      },
      async load(document) {
        html = document.html;
        const isShown = [setScreen(usualScreenSize), setMedia(mediaOf(document.settings))];
        await Promise.all([requests.watch(), ...isShown, setContent(html)]);
        await settled.whenSettled();
        if (!hasPlayers.test(html)) return;
        await session.send("Runtime.evaluate", { expression: withNewControls });
        await settled.whenSettled();
      },
      async isComplete() {
        if (await settled.isStillSettled()) return true;
        await settled.whenSettled();
        return false;
      },
    };
  },
});

function mediaOf({ media = "print" }: PageSettings): Media {
  return media;
}

// Works with JavaScript off: that is for the page's own. Fonts are asked for by a layout, which is made by measuring.
const whenStyled = "document.documentElement?.getBoundingClientRect(), document.fonts.ready.then(() => 0)";

// What a player's controls show depends on when it was laid out while it failed. They are made once more where it stands.
const withNewControls = `for (const player of document.querySelectorAll("video, audio")) {
  const asked = player.networkState !== HTMLMediaElement.NETWORK_EMPTY || player.poster;
  if (asked) player.parentNode.insertBefore(player, player.nextSibling);
}`;

/** A layout of the document around them is not one of the documents in frames. */
async function layOutFrames(session: CDPSession): Promise<void> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const frames = framesIn(frameTree).map(async ({ id }) => {
    const world = await session.send("Page.createIsolatedWorld", { frameId: id, worldName: "layout" });
    const contextId = world.executionContextId;
    await session.send("Runtime.evaluate", { expression: whenStyled, awaitPromise: true, contextId });
  });
  // A frame may have another document by now, or have gone.
  await Promise.allSettled(frames);
}

function framesIn({ childFrames = [] }: Protocol.Page.FrameTree): Protocol.Page.Frame[] {
  return childFrames.flatMap((child) => [child.frame, ...framesIn(child)]);
}
