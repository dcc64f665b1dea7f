import type { Browser as PuppeteerBrowser, BrowserContext, CDPSession, Connection, Protocol } from "puppeteer";

/** A page of the browser. Its context, and so its renderer process, is its own. */
export type PageTarget = {
  session: CDPSession;
  /** The main frame. */
  frameId: string;
  /** Puts a document into the page. Resolves when it is parsed. */
  setContent: (html: string) => Promise<void>;
  /** Resolves when the document is loaded, with everything that it requested until then. */
  whenLoaded: () => Promise<void>;
  isLoaded: () => boolean;
  /** Stops listening to the connection, which outlives the page. */
  forget: () => void;
};

export type PageTargetOptions = {
  /**
   * Whether Chromium draws the page as on a screen, which takes half as much time again. Printing does not need that,
   * but scripts that wait for the next frame do.
   */
  isDrawn: boolean;
  /** Called when the renderer has ended, by a fault of its own or not, or a script has closed the page. */
  onLost: (how: "faulted" | "crashed" | "closed") => void;
};

/**
 * Opens a page of a context. It does not use puppeteer's `newPage`, which draws every page and listens to more events
 * than printing needs.
 */
export async function openPageTarget(
  browser: PuppeteerBrowser,
  context: BrowserContext,
  { isDrawn, onLost }: PageTargetOptions,
): Promise<PageTarget> {
  const connection = await connectionOf(browser);
  const { targetId } = await connection.send("Target.createTarget", {
    url: "about:blank",
    ...(context.id !== undefined && { browserContextId: context.id }),
    // Chromium draws frames only on request. macOS does not have this option.
    ...(!isDrawn && process.platform !== "darwin" && { enableBeginFrameControl: true }),
  });
  const session = await connection.createSession({
    targetId,
    type: "page",
    title: "",
    url: "about:blank",
    attached: false,
    canAccessOpener: false,
  });
  // The session's own event comes a little sooner, but does not tell a fault from a kill.
  const onCrashed = (crashed: Protocol.Target.TargetCrashedEvent) => {
    if (crashed.targetId === targetId) onLost(crashed.status === "crashed" ? "faulted" : "crashed");
  };
  connection.on("Target.targetCrashed", onCrashed);
  const forget = () => void connection.off("Target.targetCrashed", onCrashed);
  session.on("Inspector.detached", ({ reason }) => onLost(reason === "target_closed" ? "closed" : "crashed"));
  const [{ frameTree }] = await Promise.all([
    session.send("Page.getFrameTree"),
    session.send("Inspector.enable"),
    session.send("Page.enable"),
  ]).catch((error: unknown) => {
    forget();
    throw error;
  });
  const frameId = frameTree.frame.id;
  let loading = Promise.withResolvers<void>();
  // A load event does not name its document. An event before the new document is parsed belongs to the previous
  // one.
  let isParsed = false;
  let isLoaded = false;
  session.on("Page.domContentEventFired", () => {
    isParsed = true;
  });
  session.on("Page.loadEventFired", () => {
    if (!isParsed) return;
    isLoaded = true;
    loading.resolve();
  });
  return {
    session,
    frameId,
    async setContent(html) {
      isParsed = false;
      isLoaded = false;
      loading = Promise.withResolvers();
      await session.send("Page.setDocumentContent", { frameId, html });
    },
    whenLoaded: () => loading.promise,
    isLoaded: () => isLoaded,
    forget,
  };
}

const connections = new WeakMap<PuppeteerBrowser, Promise<Connection>>();

function connectionOf(browser: PuppeteerBrowser): Promise<Connection> {
  let connection = connections.get(browser);
  if (!connection) {
    connection = openConnection(browser);
    connections.set(browser, connection);
  }
  return connection;
}

async function openConnection(browser: PuppeteerBrowser): Promise<Connection> {
  const connection = (await browser.target().createCDPSession()).connection();
  if (!connection) throw new Error("the session with the browser has ended");
  return connection;
}
