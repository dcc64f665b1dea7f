import type { Protocol } from "puppeteer";
import { RenderError } from "../failure/render-error.ts";
import type { Asset, AssetResolver } from "./asset-resolver.ts";
import type { PageTarget } from "./page-target.ts";

/**
 * Requests of one document that were refused, counted by what they were for, their scheme and their host. The host has
 * its port with it. It is empty where an address has none; beyond 100 different entries also for all others, whose
 * scheme is then empty unless it is one of the web.
 */
export type Refused = { resource: string; scheme: string; host: string; count: number };

export type RequestPolicy = {
  /** What was refused since the last call. */
  takeRefused(): Refused[];
  /** Whether the page has asked for something since the last refusals were taken. */
  hasAsked(): boolean;
};

export type RequestPolicyOptions = {
  assetTypes: ReadonlySet<Protocol.Network.ResourceType>;
  assets: AssetResolver;
  /** Told when a document tries to leave its page. */
  onNavigation: () => void;
  fail: (error: RenderError) => void;
};

/** More than any document needs; without an end a script could keep the worker busy with refusing. */
const maxRequests = 5_000;

/**
 * Decides on every request of a page (`data:` URLs never become one): a document may get its project's assets and nothing
 * else. This is the first barrier; behind it the browser has no network at all.
 */
export async function applyRequestPolicy(
  { session, frameId: mainFrameId }: PageTarget,
  { assetTypes, assets, onNavigation, fail }: RequestPolicyOptions,
): Promise<RequestPolicy> {
  const refused = new Map<string, Refused>();
  let requests = 0;

  function refuse(event: Protocol.Fetch.RequestPausedEvent, errorReason: Protocol.Network.ErrorReason): void {
    const { requestId, request, resourceType } = event;
    let scheme = request.url.slice(0, request.url.indexOf(":")).toLowerCase();
    let host = URL.parse(request.url)?.host.toLowerCase() ?? "";
    if (refused.size >= 100 && !refused.has(`${resourceType} ${scheme} ${host}`)) {
      // A document can make up as many as it likes of both.
      host = "";
      if (scheme !== "http" && scheme !== "https") scheme = "";
    }
    const key = `${resourceType} ${scheme} ${host}`;
    const known = refused.get(key);
    if (known) known.count += 1;
    else refused.set(key, { resource: resourceType, scheme, host, count: 1 });
    session.send("Fetch.failRequest", { requestId, errorReason }).catch(ignoreGone);
  }

  async function answer(event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, request } = event;
    const asset = await assets.resolve(request.url);
    if (!asset) {
      refuse(event, "BlockedByClient");
      return;
    }
    session.send("Fetch.fulfillRequest", fulfilled(requestId, asset)).catch(ignoreGone);
  }

  session.on("Fetch.requestPaused", (event) => {
    requests += 1;
    if (requests > maxRequests) {
      fail(new RenderError("render_failed", { stage: "load", detail: `The document requests more than ${maxRequests} files.` }));
      return;
    }
    if (event.resourceType === "Document" && event.frameId === mainFrameId) {
      onNavigation();
      // Aborted, it leaves the document in its place; refused, it would give way to the browser's error page.
      refuse(event, "Aborted");
    } else if (assets.isActive() && isForAsset(event, assetTypes)) {
      void answer(event);
    } else {
      refuse(event, "BlockedByClient");
    }
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  return {
    takeRefused() {
      const taken = [...refused.values()];
      refused.clear();
      requests = 0;
      return taken;
    },
    hasAsked: () => requests > 0,
  };
}

function ignoreGone(): void {
  // The page has gone, or the document has, and the request with it.
}

function isForAsset(
  { request, resourceType }: Protocol.Fetch.RequestPausedEvent,
  assetTypes: ReadonlySet<Protocol.Network.ResourceType>,
): boolean {
  return request.method === "GET" && /^https?:/i.test(request.url) && assetTypes.has(resourceType);
}

function fulfilled(requestId: string, { bytes, contentType }: Asset): Protocol.Fetch.FulfillRequestRequest {
  return {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: "Content-Type", value: contentType },
      { name: "X-Content-Type-Options", value: "nosniff" },
      // A document has no origin that a font could allow by name.
      { name: "Access-Control-Allow-Origin", value: "*" },
      { name: "Cache-Control", value: "no-store" },
    ],
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
  };
}
