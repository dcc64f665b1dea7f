import type { BrowserContext, Browser as PuppeteerBrowser, CDPSession } from "puppeteer";
import { RenderError } from "../failure/render-error.ts";
import { createInterruption, type Interruption } from "./interruption.ts";
import { createPageLibrary, type PageLibrary } from "./page-library.ts";
import type { DocumentLoader, PageMode } from "./page-mode.ts";
import { openPageTarget, type PageTarget } from "./page-target.ts";
import type { PreparedHtml } from "./prepare-html.ts";
import { applyRequestPolicy, type RequestPolicy } from "./request-policy.ts";
import { leftPage } from "./to-render-error.ts";
import { watchNavigation } from "./watch-navigation.ts";

/** A page that refuses requests, interrupts the document on it when it is lost, and keeps nothing that alters the next. */
export type GuardedPage = {
  session: CDPSession;
  mode: PageMode;
  policy: RequestPolicy;
  loader: DocumentLoader;
  library: PageLibrary;
  /** The interruption of a new document. The previous one is no longer interrupted. */
  startDocument(): Interruption;
  /** Removes what the page keeps of earlier documents, if one of them has altered it. */
  prepareFor(document: Pick<PreparedHtml, "altersPage">): Promise<void>;
  /** Ends the requests of the document on the page. */
  endDocument(): void;
  markUnusable(): void;
  isUsable(): boolean;
  /** Resolves when the page is closed. Rejects if the browser does not answer. */
  close(): Promise<void>;
};

/** A renderer that is killed while its page opens leaves the calls to it without an answer. */
const openTimeoutMs = 10_000;

export async function openGuardedPage(browser: PuppeteerBrowser, mode: PageMode): Promise<GuardedPage> {
  let usable = true;
  /** The interruption of the document on the page, or of the page while it opens. */
  let interruption = createInterruption();
  const fail = (error: unknown) => interruption.interrupt(error);
  const markUnusable = () => {
    usable = false;
  };
  function onLost(how: "faulted" | "crashed" | "closed"): void {
    markUnusable();
    const crash = new RenderError("browser_crashed", { isRendererFault: how === "faulted" });
    fail(how === "closed" && mode.runsScripts ? leftPage() : crash);
  }

  /** Without scripts only a refresh navigates. The engine refuses it, and the document goes on. */
  function onLeft(): void {
    markUnusable();
    if (mode.runsScripts) fail(leftPage());
  }
  const onDisconnected = () => onLost("crashed");
  // `once` would wrap the listener, and `off` would not find it. The page and its last document would stay in memory.
  browser.on("disconnected", onDisconnected);

  let context: BrowserContext | undefined;
  let target: PageTarget | undefined;
  async function close(): Promise<void> {
    markUnusable();
    browser.off("disconnected", onDisconnected);
    target?.forget();
    if (browser.connected) await context?.close();
  }

  const library = createPageLibrary({ isShared: !mode.runsScripts });
  async function setUp() {
    context = await browser.createBrowserContext({ downloadBehavior: { policy: "deny" } });
    target = await openPageTarget(browser, context, { isDrawn: mode.runsScripts, onLost });
    const navigation = watchNavigation(target, { onLeft });
    const [policy, loader] = await Promise.all([
      applyRequestPolicy(target, { assetTypes: mode.assetTypes, library, onNavigation: onLeft, fail }),
      mode.prepare(target, { fail }),
    ]);
    return { session: target.session, navigation, policy, loader };
  }

  let opened: Awaited<ReturnType<typeof setUp>>;
  try {
    opened = await interruption.unlessInterrupted("load", openTimeoutMs, setUp());
  } catch (error) {
    close().catch(() => {
      // The rest of the page ends with the browser.
    });
    throw new RenderError("browser_crashed", { cause: error });
  }
  const { session, navigation, policy, loader } = opened;

  /** Whether the document on the page has altered the page for the next one. */
  let isAltered = false;
  return {
    session,
    mode,
    policy,
    loader,
    library,
    startDocument() {
      interruption = createInterruption();
      return interruption;
    },
    async prepareFor({ altersPage }) {
      // Pictures of earlier documents live on for a while, and choose another source when the page changes its size. The
      // next document would get their refusals.
      if (isAltered || policy.hasRefused()) {
        await navigation.clear();
        policy.forgetRefused();
        library.forget();
      }
      isAltered = altersPage;
    },
    endDocument() {
      isAltered ||= library.hasLeftTraces();
      library.stop();
    },
    markUnusable,
    isUsable: () => usable,
    close,
  };
}
