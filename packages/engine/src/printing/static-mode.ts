import type { PageSettings } from "@platen/contracts";
import type { CDPSession, Protocol } from "puppeteer";
import { endAnimations } from "./end-animations.ts";
import type { PageMode } from "./page-mode.ts";
import { createPendingRequests } from "./pending-requests.ts";
import { createSettledPage } from "./settled-page.ts";
import { toPageRule } from "./page-rule.ts";
import { screenSize, usualScreenSize, withRule } from "./single-layout.ts";
import { withInsertion } from "./insertion.ts";

type Media = NonNullable<PageSettings["media"]>;

/**
 * The mode of most documents. Their scripts do not run, and their page can print another document afterwards. With
 * `isSingleLayout`, documents that need no more are laid out once.
 */
export const staticMode = (options: { isSingleLayout: boolean }): PageMode => ({
  runsScripts: false,
  assetTypes: new Set(["Image", "Font", "Stylesheet"]),
  async prepare(page) {
    const { session, setContent } = page;
    const requests = createPendingRequests(session);
    let hasFrames = false;
    let whenStyled = styled("outside shadow trees");
    const settled = createSettledPage(page, requests, async () => {
      await session.send("Runtime.evaluate", { expression: whenStyled, awaitPromise: true });
      if (hasFrames) await layOutFrames(session, whenStyled);
    });
    // Commands run in order, so these settings hold for the next document.
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
      // The page is paper from the start, so that it loads what only print needs before it is printed.
      setMedia("print"),
      setScreen(screenSize),
    ]);
    return {
      quickLoad({ document: { html, singleLayout }, settings }) {
        // With print styles, Chromium updates media queries in time. Whether it does with screen styles is untested.
        const isOnPaper = mediaOf(settings) === "print";
        if (!options.isSingleLayout || !isOnPaper || !singleLayout) return undefined;
        const pageRule = toPageRule(settings);
        const single = withInsertion(html, pageRule === undefined ? singleLayout : withRule(singleLayout, pageRule));
        return async () => {
          requests.forget();
          await Promise.all([setScreen(screenSize), setMedia("print"), setContent(single)]);
        };
      },
      async load({ document, settings }) {
        hasFrames = document.hasFrames;
        whenStyled = styled(document.animations === "held" ? "everywhere" : "outside shadow trees");
        const shownAs = [setScreen(usualScreenSize), setMedia(mediaOf(settings))];
        await Promise.all([requests.watch(), ...shownAs, setContent(document.html)]);
        await settled.whenSettled();
        if (!document.hasPlayers) return;
        await session.send("Runtime.evaluate", { expression: withNewControls });
        await settled.whenSettled();
      },
      async isComplete() {
        if (await settled.isStillSettled()) return true;
        await settled.whenSettled();
        return false;
      },
      // On the screen of the quick way, its rule would hide the document.
      layOutAt: (area) =>
        setScreen(area.width === screenSize.width && area.height === screenSize.height ? usualScreenSize : area),
    };
  },
});

function mediaOf({ media = "print" }: PageSettings): Media {
  return media;
}

// This runs although JavaScript is off, which holds for the page's own scripts. Measuring makes a layout, which
// requests the fonts and starts the animations.
const styled = (where: Parameters<typeof endAnimations>[0]) =>
  `document.documentElement?.getBoundingClientRect(), ${endAnimations(where)}, document.fonts.ready.then(() => 0)`;

// The controls of a player depend on when it was laid out while it failed to load. Moving it to its own place makes
// them again.
const withNewControls = `for (const player of document.querySelectorAll("video, audio")) {
  const asked = player.networkState !== HTMLMediaElement.NETWORK_EMPTY || player.poster;
  if (asked) player.parentNode.insertBefore(player, player.nextSibling);
}`;

/** Lays out the documents in frames: a layout of the document around them does not include theirs. */
async function layOutFrames(session: CDPSession, whenStyled: string): Promise<void> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const frames = framesIn(frameTree).map(async ({ id }) => {
    const world = await session.send("Page.createIsolatedWorld", { frameId: id, worldName: "layout" });
    const contextId = world.executionContextId;
    await session.send("Runtime.evaluate", { expression: whenStyled, awaitPromise: true, contextId });
  });
  // A frame may have another document by now, or be gone.
  await Promise.allSettled(frames);
}

function framesIn({ childFrames = [] }: Protocol.Page.FrameTree): Protocol.Page.Frame[] {
  return childFrames.flatMap((child) => [child.frame, ...framesIn(child)]);
}
