import type { PageSettings } from "@platen/contracts";
import type { Protocol } from "puppeteer";
import { RenderError } from "../failure/render-error.ts";
import type { PageMode, LoadedDocument } from "./page-mode.ts";
import { runClock, watchClock } from "./document-clock.ts";
import { endAnimations } from "./end-animations.ts";
import { limitWorkers } from "./limit-workers.ts";
import { hasPagedJs, watchPagedJs, whenPaged } from "./paged-js.ts";
import { createPendingRequests } from "./pending-requests.ts";
import { createSettledPage } from "./settled-page.ts";
import { toPrintOptions } from "./print-options.ts";

const pixelsPerInch = 96;
/** In pixels, more than any paper has. Drawing a viewport of a million pixels would exceed every timeout. */
const largestViewport = 30_000;
const maxMessageLength = 200;

/**
 * The types of requests that a document shows. Scripts wait for their other requests themselves, which may never end.
 */
const shown: ReadonlySet<Protocol.Network.ResourceType> = new Set(["Stylesheet", "Image", "Font", "Document"]);

/** The mode of documents with scripts. Each gets a page of its own, which is closed afterwards. */
export const scriptMode: PageMode = {
  runsScripts: true,
  assetTypes: new Set(["Image", "Font", "Stylesheet", "Script"]),
  async prepare(page, { fail }) {
    const { session, setContent, whenLoaded } = page;
    const requests = createPendingRequests(session, shown);
    const settled = createSettledPage(page, requests, whenDrawn);
    session.on("Page.javascriptDialogOpening", () => {
      session.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => {
        // The page is closed, and the dialog with it.
      });
    });
    session.on("Runtime.exceptionThrown", ({ exceptionDetails }) => {
      if (!isHarmless(exceptionDetails)) fail(scriptError(exceptionDetails));
    });
    await Promise.all([
      session.send("Runtime.enable"),
      session.send("Page.addScriptToEvaluateOnNewDocument", {
        source: silentConsole + limitWorkers + watchClock + watchPagedJs,
        runImmediately: true,
      }),
    ]);

    /** Tells the caller why the document timed out. */
    let timeoutReason: string | undefined;
    let loadTimeoutMs = 0;
    let isPending = false;

    async function load({ document: { html }, settings, timeoutMs }: LoadedDocument): Promise<void> {
      loadTimeoutMs = timeoutMs;
      await Promise.all([
        session.send("Emulation.setDeviceMetricsOverride", viewportOf(settings)),
        session.send("Emulation.setEmulatedMedia", { media: settings.media ?? "print" }),
      ]);
      await Promise.all([requests.watch(), setContent(html)]);
      await whenLoaded();
      const { result } = await session.send("Runtime.evaluate", { expression: hasPagedJs });
      if (result.value === true)
        timeoutReason = "Paged.js did not lay out the document within the time limit for loading.";
      await settled.whenSettled();
    }

    async function whenDrawn(): Promise<void> {
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
        expression: whenReady(runClock(endAnimations("everywhere"), loadTimeoutMs)),
        awaitPromise: true,
      });
      if (exceptionDetails) throw scriptError(exceptionDetails);
      isPending = result.value === true;
    }

    return {
      quickLoad: () => undefined,
      load,
      // A second print would run the document's print handlers a second time.
      isComplete: () => Promise.resolve(true),
      isPending: () => isPending,
      layOutAt: (area) =>
        session.send("Emulation.setDeviceMetricsOverride", { ...area, deviceScaleFactor: 1, mobile: false }),
      timeoutReason: () => timeoutReason,
    };
  },
};

// Silences the console: Chromium would send all its output to the worker, however much a script writes.
const silentConsole = "for (const name of Object.keys(console)) console[name] = () => {};";

// The clock waits for a frame, because charts often draw in the next one. Measuring makes a layout, which requests the
// fonts.
const whenReady = (run: string) => `(async () => {
  const whenStyled = () => (document.documentElement?.getBoundingClientRect(), document.fonts.ready);
  await whenStyled();
  await window.platenReady;
  await ${whenPaged};
  for (const image of document.images) {
    if (image.complete) continue;
    await new Promise((done) => ["load", "error"].forEach((name) => image.addEventListener(name, done, { once: true })));
  }
  const isPending = await ${run};
  await whenStyled();
  return isPending;
})()`;

/** A viewport with the size of the printed content, so that scripts measure the width that is printed. */
function viewportOf(settings: PageSettings): Protocol.Emulation.SetDeviceMetricsOverrideRequest {
  const options = toPrintOptions(settings);
  const { paperWidth = 0, paperHeight = 0, marginLeft = 0, marginRight = 0, marginTop = 0, marginBottom = 0 } = options;
  const [width, height] = options.landscape ? [paperHeight, paperWidth] : [paperWidth, paperHeight];
  const pixels = (inches: number) =>
    Math.min(largestViewport, Math.max(1, Math.round((inches * pixelsPerInch) / (options.scale ?? 1))));
  return {
    width: pixels(width - marginLeft - marginRight),
    height: pixels(height - marginTop - marginBottom),
    deviceScaleFactor: 1,
    mobile: false,
  };
}

// Chromium reports this error when a size changes while observers get the old one. They get the new one in the next
// frame.
function isHarmless(details: Protocol.Runtime.ExceptionDetails): boolean {
  return details.exception === undefined && details.text.includes("ResizeObserver loop");
}

/**
 * The script's own words go into the details for the caller. The message is logged, so it must not contain them: they
 * may hold data.
 */
function scriptError({
  exception,
  text,
  lineNumber,
  columnNumber,
  url,
}: Protocol.Runtime.ExceptionDetails): RenderError {
  const position = { line: lineNumber + 1, column: columnNumber + 1 };
  const isOwn = url === undefined || url === "about:blank";
  const words = exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  const [firstLine = ""] = words.split("\n");
  const path = isOwn ? "the filled HTML" : "a script that the document loads";
  return new RenderError("render_failed", {
    stage: "load",
    detail: `A script in the document failed at line ${position.line}, column ${position.column} of ${path}.`,
    details: [
      {
        path,
        ...position,
        message: firstLine
          .slice(0, maxMessageLength)
          .replace(/\p{Cc}/gu, " ")
          .toWellFormed(),
      },
    ],
  });
}
