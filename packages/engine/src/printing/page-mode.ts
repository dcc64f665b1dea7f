import type { PageSettings } from "@platen/contracts";
import type { Protocol } from "puppeteer";
import type { RenderError } from "../failure/render-error.ts";
import type { PageTarget } from "./page-target.ts";

/** One of the two ways to bring a document onto a page: without its scripts, or with them. */
export type PageMode = {
  runsScripts: boolean;
  /** The kinds of requests that may be answered with a project's assets; all others are refused. */
  assetTypes: ReadonlySet<Protocol.Network.ResourceType>;
  /** Prepares a new page, and gives what loads documents into it. */
  prepare(page: PageTarget, options: { fail: (error: RenderError) => void }): Promise<DocumentLoader>;
};

export type LoadedDocument = { html: string; settings: PageSettings };

/** Brings documents onto one page. */
export type DocumentLoader = {
  /**
   * Gives what loads a document that seems to ask for nothing: it can be printed by the next command, without waiting.
   * Undefined for a document that has to be loaded completely first.
   */
  forPrintingAtOnce(document: LoadedDocument): (() => Promise<void>) | undefined;
  /** Loads a document completely: resolves when nothing that it asked for is pending. */
  load(document: LoadedDocument): Promise<void>;
  /**
   * Tells whether the document that has just been printed is there as a whole, or asked for more by being printed. In
   * that case it resolves when it has that, and the document has to be printed again.
   */
  isComplete(): Promise<boolean>;
  /** Tells what takes so long to load, in words for the caller, where that is known. */
  lateBecause?: () => string | undefined;
};
