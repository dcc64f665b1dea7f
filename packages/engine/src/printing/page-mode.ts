import type { PageSettings } from "@platen/contracts";
import type { Protocol } from "puppeteer";
import type { RenderError } from "../failure/render-error.ts";
import type { PageArea } from "./find-cut.ts";
import type { PageTarget } from "./page-target.ts";
import type { PreparedHtml } from "./prepare-html.ts";

/** How a page runs its documents: without their scripts (static), or with them (script). */
export type PageMode = {
  runsScripts: boolean;
  /** The types of requests that a project's assets may answer. The engine refuses all others. */
  assetTypes: ReadonlySet<Protocol.Network.ResourceType>;
  /** Prepares a new page, and gives its loader. */
  prepare(page: PageTarget, options: { fail: (error: RenderError) => void }): Promise<DocumentLoader>;
};

export type LoadedDocument = { document: PreparedHtml; settings: PageSettings; timeoutMs: number };

/** Loads documents into one page. */
export type DocumentLoader = {
  /**
   * Gives the quick way to load a document that seems to request nothing: the next command can print it, without
   * waiting, and it has its page rule. Undefined for a document that must be loaded completely first.
   */
  quickLoad(document: LoadedDocument): (() => Promise<void>) | undefined;
  /** Loads a document completely. Resolves when none of its requests is pending. */
  load(document: LoadedDocument): Promise<void>;
  /**
   * Tells whether the document was complete when it was printed. If printing made it request more, resolves when it has
   * the rest. The document must then be printed again.
   */
  isComplete(): Promise<boolean>;
  /** Whether a script of the document still ran when its time was over. */
  isPending?: () => boolean;
  /** Lays the printed document out on a screen of the size of a page's content. */
  layOutAt(area: PageArea): Promise<unknown>;
  /** Tells the caller why loading takes so long, where that is known. */
  timeoutReason?: () => string | undefined;
};
