import type { PageSettings } from "@platen/contracts";
import type { Protocol } from "puppeteer";
import { RenderError } from "../failure/render-error.ts";
import type { PageMode, LoadedDocument } from "./page-mode.ts";
import { hasPagedJs, watchPagedJs, whenPaged } from "./paged-js.ts";
import { createPendingRequests } from "./pending-requests.ts";
import { createSettledPage } from "./settled-page.ts";
import { toPrintOptions } from "./print-options.ts";

const pixelsPerInch = 96;
/** In pixels: more than any paper has. Chromium takes longer than a document may to draw one of a million. */
const largestViewport = 30_000;
const maxMessageLength = 200;

/** What a document shows. What else scripts ask for is theirs to wait for, and may have no end. */
const shown: ReadonlySet<Protocol.Network.ResourceType> = new Set(["Stylesheet", "Image", "Font", "Document"]);

/** The way of documents whose scripts run: each on a page of its own, which is closed afterwards. */
export const scriptMode: PageMode = {
  runsScripts: true,
  assetTypes: new Set(["Image", "Font", "Stylesheet", "Script"]),
  async prepare(page, { fail }) {
    const { session, setContent, whenLoaded } = page;
    const requests = createPendingRequests(session, shown);
    const settled = createSettledPage(page, requests, whenDrawn);
    session.on("Page.javascriptDialogOpening", () => {
      session.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => {
        // The page has gone, and the dialog with it.
      });
    });
    session.on("Runtime.exceptionThrown", ({ exceptionDetails }) => {
      if (!isHarmless(exceptionDetails)) fail(scriptError(exceptionDetails));
    });
    await Promise.all([
      session.send("Runtime.enable"),
      session.send("Page.addScriptToEvaluateOnNewDocument", {
        source: silentConsole + watchPagedJs,
        runImmediately: true,
      }),
    ]);

    /** Given to the caller of a document whose time is up. */
    let lateBecause: string | undefined;

    async function load({ html, settings }: LoadedDocument): Promise<void> {
      await Promise.all([
        session.send("Emulation.setDeviceMetricsOverride", viewportOf(settings)),
        session.send("Emulation.setEmulatedMedia", { media: settings.media ?? "print" }),
      ]);
      await Promise.all([requests.watch(), setContent(html)]);
      await whenLoaded();
      const { result } = await session.send("Runtime.evaluate", { expression: hasPagedJs });
      if (result.value === true) lateBecause = "Paged.js did not lay out the document within the time limit for loading.";
      await settled.whenSettled();
    }

    async function whenDrawn(): Promise<void> {
      const { exceptionDetails } = await session.send("Runtime.evaluate", {
        expression: whenReady,
        awaitPromise: true,
      });
      if (exceptionDetails) throw scriptError(exceptionDetails);
    }

    return {
      forPrintingAtOnce: () => undefined,
      load,
      // A second print would run its scripts for printing a second time.
      isComplete: () => Promise.resolve(true),
      lateBecause: () => lateBecause,
    };
  },
};

// What a script writes to the console would all be sent to us, as much and as fast as it likes.
const silentConsole = "for (const name of Object.keys(console)) console[name] = () => {};";

// A frame is drawn, as charts are often drawn in the next one. Fonts are asked for by a layout, which is made by measuring.
const whenReady = `(async () => {
  const whenStyled = () => (document.documentElement?.getBoundingClientRect(), document.fonts.ready);
  await whenStyled();
  await window.platenReady;
  await ${whenPaged};
  for (const image of document.images) {
    if (image.complete) continue;
    await new Promise((done) => ["load", "error"].forEach((name) => image.addEventListener(name, done, { once: true })));
  }
  await new Promise((done) => requestAnimationFrame(done));
  await whenStyled();
})()`;

/** What scripts measure is as wide as what is printed. */
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

// Said of a size that changes while its observers are told of it; they are told in the next frame.
function isHarmless(details: Protocol.Runtime.ExceptionDetails): boolean {
  return details.exception === undefined && details.text.includes("ResizeObserver loop");
}

/** The script's own words go to the caller, never into the message, which is logged: they may hold data. */
function scriptError({
  exception,
  text,
  lineNumber,
  columnNumber,
  url,
}: Protocol.Runtime.ExceptionDetails): RenderError {
  const place = { line: lineNumber + 1, column: columnNumber + 1 };
  const isOwn = url === undefined || url === "about:blank";
  const words = exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  const [firstLine = ""] = words.split("\n");
  const path = isOwn ? "the filled HTML" : "a script that the document loads";
  return new RenderError("render_failed", {
    stage: "load",
    detail: `A script in the document failed at line ${place.line}, column ${place.column} of ${path}.`,
    details: [
      {
        path,
        ...place,
        message: firstLine
          .slice(0, maxMessageLength)
          .replace(/\p{Cc}/gu, " ")
          .toWellFormed(),
      },
    ],
  });
}
