import { createHash } from "node:crypto";

/** A picture, font or stylesheet of a project. */
export type Asset = { bytes: Uint8Array; contentType: string };

/** Gives what stands behind a URL; undefined where the document may not have it. */
export type AnswerRequest = (url: string, signal: AbortSignal) => Promise<Asset | undefined>;

/** The only way of a page's documents to anything outside them. */
export type AssetDoor = {
  /** Lets the requests of a document through, or of none: then there is nothing behind the door. */
  open(answer: AnswerRequest | undefined): void;
  isOpen(): boolean;
  /** Ends what is still being asked for. */
  close(): void;
  ask(url: string): Promise<Asset | undefined>;
  /** Whether something that was given through it is another by now. The page would go on using what it has. */
  hasChanged(): Promise<boolean>;
  /** Told when the page has lost what it was given. */
  forget(): void;
};

const timeoutMs = 5_000;
const maxBytes = 10_000_000;
/** A page that was given more is cleared rather than compared. */
const maxCompared = 50;

export function createAssetDoor(): AssetDoor {
  let answer: AnswerRequest | undefined;
  const asking = new Set<AbortController>();
  const given = new Map<string, string>();

  async function fetchAsset(url: string): Promise<Asset | undefined> {
    if (!answer) return undefined;
    const controller = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    controller.signal.addEventListener("abort", () => end(undefined), { once: true });
    const timer = setTimeout(() => controller.abort(new DOMException("took too long", "TimeoutError")), timeoutMs);
    asking.add(controller);
    try {
      const asset = await Promise.race([answer(url, controller.signal), ended]);
      return asset && asset.bytes.byteLength <= maxBytes ? asset : undefined;
    } catch {
      // Whatever went wrong with it, the document goes on without it, and the refusal is reported.
      return undefined;
    } finally {
      clearTimeout(timer);
      asking.delete(controller);
    }
  }

  return {
    open(answerRequest) {
      answer = answerRequest;
    },
    isOpen: () => answer !== undefined,
    close() {
      answer = undefined;
      for (const controller of asking) controller.abort();
    },
    async ask(url) {
      const asset = await fetchAsset(url);
      given.set(url, digestOf(asset));
      return asset;
    },
    async hasChanged() {
      if (given.size > maxCompared) return true;
      const compared = [...given].map(async ([url, digest]) => digestOf(await fetchAsset(url)) === digest);
      return (await Promise.all(compared)).includes(false);
    },
    forget: () => given.clear(),
  };
}

function digestOf(asset: Asset | undefined): string {
  return asset ? `${asset.contentType} ${createHash("sha256").update(asset.bytes).digest("base64")}` : "refused";
}
