import type { CDPSession } from "puppeteer";

/** Requests of one document that were refused, counted by what they were for and by their scheme. */
export type Refused = { resource: string; scheme: string; count: number };

export type RequestPolicy = {
  /** What was refused since the last call. */
  takeRefused(): Refused[];
};

/**
 * Refuses every request of a page: `data:` URLs never become one, and documents are sealed. The first lock; behind it
 * the browser has no network at all.
 */
export async function refuseRequests(
  session: CDPSession,
  options: { mainFrameId: string; onNavigation: () => void },
): Promise<RequestPolicy> {
  const refused = new Map<string, Refused>();
  session.on("Fetch.requestPaused", ({ requestId, request, resourceType, frameId }) => {
    const scheme = request.url.slice(0, request.url.indexOf(":")).toLowerCase();
    const key = `${resourceType} ${scheme}`;
    const known = refused.get(key);
    if (known) known.count += 1;
    else refused.set(key, { resource: resourceType, scheme, count: 1 });
    // A document that tries to leave its page (a refresh, say) is left trying: refused, it would give way to the
    // browser's error page before it is printed.
    if (resourceType === "Document" && frameId === options.mainFrameId) {
      options.onNavigation();
      return;
    }
    session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => {
      // The page has gone, and the request with it.
    });
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  return {
    takeRefused() {
      const taken = [...refused.values()];
      refused.clear();
      return taken;
    },
  };
}
