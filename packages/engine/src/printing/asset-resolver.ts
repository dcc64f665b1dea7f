import { createHash } from "node:crypto";

/** A picture, font or style sheet of a project. */
export type Asset = { bytes: Uint8Array; contentType: string };

/** Gives the asset of a URL; undefined where the document may not have it. */
export type AnswerRequest = (url: string, signal: AbortSignal) => Promise<Asset | undefined>;

/** Resolves the URLs that a page's documents request. They reach nothing else from outside. */
export type AssetResolver = {
  /** Answers the requests of the next document with `answer`; refuses all of them without one. */
  start(answer: AnswerRequest | undefined): void;
  isActive(): boolean;
  /** Ends the requests that are still under way. */
  stop(): void;
  resolve(url: string): Promise<Asset | undefined>;
  /** Tells whether an asset that the page has received has changed since. The page would still use its copy. */
  hasChanged(): Promise<boolean>;
  /** Forgets which assets the page has, because the page has lost them. */
  forget(): void;
};

const longestMs = 5_000;
const maxBytes = 10_000_000;
/** A page with more assets is cleared, because comparing them would take too long. */
const maxCompared = 50;

export function createAssetResolver({ timeoutMs = longestMs } = {}): AssetResolver {
  let answer: AnswerRequest | undefined;
  const pending = new Set<AbortController>();
  const received = new Map<string, string>();

  async function fetchAsset(url: string): Promise<Asset | undefined> {
    if (!answer) return undefined;
    const controller = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    controller.signal.addEventListener("abort", () => end(undefined), { once: true });
    const timer = setTimeout(
      () => controller.abort(new DOMException("the asset was not resolved in time", "TimeoutError")),
      timeoutMs,
    );
    pending.add(controller);
    try {
      const asset = await Promise.race([answer(url, controller.signal), ended]);
      return asset && asset.bytes.byteLength <= maxBytes ? asset : undefined;
    } catch {
      // The document goes on without the asset, and the engine reports the refusal.
      return undefined;
    } finally {
      clearTimeout(timer);
      pending.delete(controller);
    }
  }

  return {
    start(answerRequest) {
      answer = answerRequest;
    },
    isActive: () => answer !== undefined,
    stop() {
      answer = undefined;
      for (const controller of pending) controller.abort();
    },
    async resolve(url) {
      const asset = await fetchAsset(url);
      received.set(url, digestOf(asset));
      return asset;
    },
    async hasChanged() {
      if (received.size > maxCompared) return true;
      const compared = [...received].map(async ([url, digest]) => digestOf(await fetchAsset(url)) === digest);
      return (await Promise.all(compared)).includes(false);
    },
    forget: () => received.clear(),
  };
}

function digestOf(asset: Asset | undefined): string {
  return asset ? `${asset.contentType} ${createHash("sha256").update(asset.bytes).digest("base64")}` : "refused";
}
