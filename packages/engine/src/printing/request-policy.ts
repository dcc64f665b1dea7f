import type { Protocol } from "puppeteer";
import { RenderError } from "../failure/render-error.ts";
import { assetOrigin } from "@platen/contracts/asset-origin";
import type { Asset } from "./library.ts";
import type { PageLibrary } from "./page-library.ts";
import type { PageTarget } from "./page-target.ts";

/**
 * Refused requests of one document, counted by resource type, scheme and host. The host includes the port. It is empty
 * where the address has no host. After 100 different entries it is empty for all new ones, and so is their scheme,
 * unless it is http or https.
 */
export type Refused = { resource: string; scheme: string; host: string; count: number };

export type RequestPolicy = {
  /** The requests that were refused since the last call. */
  takeRefused(): Refused[];
  /** Whether the page has requested something since the last call of `takeRefused`. */
  hasRequested(): boolean;
  /** Whether a document has made a request that was refused since the page was cleared. */
  hasRefused(): boolean;
  /** Notes that no document is on the page any more. */
  forgetRefused(): void;
};

export type RequestPolicyOptions = {
  assetTypes: ReadonlySet<Protocol.Network.ResourceType>;
  library: PageLibrary;
  /** Called when a document tries to leave its page. */
  onNavigation: () => void;
  fail: (error: unknown) => void;
};

/** More than any document needs. Without a limit a script could keep the worker busy with refusals. */
const maxRequests = 2_000;

/**
 * Decides on every request of a page: a document may get the files of its library, and nothing else. `data:` URLs never
 * become requests. This is the first barrier. Behind it, the browser has no network at all.
 */
export async function applyRequestPolicy(
  { session, frameId: mainFrameId }: PageTarget,
  { assetTypes, library, onNavigation, fail }: RequestPolicyOptions,
): Promise<RequestPolicy> {
  const refused = new Map<string, Refused>();
  let requests = 0;
  let hasRefused = false;

  function refuse(event: Protocol.Fetch.RequestPausedEvent, errorReason: Protocol.Network.ErrorReason): void {
    const { requestId, request, resourceType } = event;
    hasRefused = true;
    session.send("Fetch.failRequest", { requestId, errorReason }).catch(ignoreGone);
    if (request.url.startsWith(assetOrigin)) {
      library.noteMissing(request.url, resourceType);
      return;
    }
    let scheme = request.url.slice(0, request.url.indexOf(":")).toLowerCase();
    let host = URL.parse(request.url)?.host.toLowerCase() ?? "";
    if (refused.size >= 100 && !refused.has(`${resourceType} ${scheme} ${host}`)) {
      // A document can invent any number of hosts and schemes.
      host = "";
      if (scheme !== "http" && scheme !== "https") scheme = "";
    }
    const key = `${resourceType} ${scheme} ${host}`;
    const known = refused.get(key);
    if (known) known.count += 1;
    else refused.set(key, { resource: resourceType, scheme, host, count: 1 });
  }

  async function answer(event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, request } = event;
    try {
      const asset = await library.answer(request.url);
      if (asset) session.send("Fetch.fulfillRequest", fulfilled(requestId, asset)).catch(ignoreGone);
      else refuse(event, "BlockedByClient");
    } catch (error) {
      fail(error);
    }
  }

  session.on("Fetch.requestPaused", (event) => {
    requests += 1;
    if (requests > maxRequests) {
      fail(
        new RenderError("render_failed", {
          stage: "load",
          detail: `The document requests more than ${maxRequests} files.`,
        }),
      );
      return;
    }
    if (event.resourceType === "Document" && event.frameId === mainFrameId) {
      onNavigation();
      // An aborted request leaves the document on the page. A refused one would show the browser's error page.
      refuse(event, "Aborted");
    } else if (isForAsset(event, assetTypes)) {
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
    hasRequested: () => requests > 0,
    hasRefused: () => hasRefused,
    forgetRefused() {
      hasRefused = false;
    },
  };
}

function ignoreGone(): void {
  // The page is closed, or the document is gone, and the request with it.
}

function isForAsset(
  { request, resourceType }: Protocol.Fetch.RequestPausedEvent,
  assetTypes: ReadonlySet<Protocol.Network.ResourceType>,
): boolean {
  return request.method === "GET" && request.url.startsWith(assetOrigin) && assetTypes.has(resourceType);
}

function fulfilled(requestId: string, { bytes, contentType }: Asset): Protocol.Fetch.FulfillRequestRequest {
  return {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: "Content-Type", value: contentType },
      { name: "X-Content-Type-Options", value: "nosniff" },
      // A document has no origin that a header could name. Fonts need this permission.
      { name: "Access-Control-Allow-Origin", value: "*" },
      { name: "Cache-Control", value: "no-store" },
    ],
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
  };
}
