import type { Browser as PuppeteerBrowser, BrowserContext, CDPSession, Connection } from "puppeteer";

/** A page of the browser, in a context and so in a renderer process of its own. */
export type PageTarget = {
  session: CDPSession;
  /** Its main frame. */
  frameId: string;
  /** Puts a document into it. Resolves when it has been parsed. */
  setContent: (html: string) => Promise<void>;
  /** Resolves when the document has been loaded, with what it asked for while it was. */
  whenLoaded: () => Promise<void>;
  isLoaded: () => boolean;
};

export type PageTargetOptions = {
  /**
   * Whether the page is drawn as on a screen, which takes half as much time again. Printing does not need it; scripts
   * that wait for the next frame do.
   */
  isDrawn: boolean;
  /** Told when its renderer has ended, or when it was closed from inside. */
  onLost: (how: "crashed" | "closed") => void;
};

/**
 * Opens a page of a context. Not by puppeteer's `newPage`, which draws every page and listens to each for more than
 * printing needs.
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
    // Frames that nobody asks for are not drawn. Not known on macOS.
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
  session.on("Inspector.targetCrashed", () => onLost("crashed"));
  session.on("Inspector.detached", ({ reason }) => onLost(reason === "target_closed" ? "closed" : "crashed"));
  const [{ frameTree }] = await Promise.all([
    session.send("Page.getFrameTree"),
    session.send("Inspector.enable"),
    session.send("Page.enable"),
  ]);
  const frameId = frameTree.frame.id;
  let loading = Promise.withResolvers<void>();
  // A load event does not say whose it is: the one of the document before may come late, and is told by its place.
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
