import type { PageSettings } from "@platen/contracts";
import type { Protocol } from "puppeteer";
import type { RenderError } from "../failure/render-error.ts";
import type { PageTarget } from "./page-target.ts";

/** One of the two ways to bring a document onto a page: without its scripts, or with them. */
export type Lane = {
  runsScripts: boolean;
  /** The kinds of requests that may be answered with a project's assets; all others are refused. */
  assetTypes: ReadonlySet<Protocol.Network.ResourceType>;
  /** Prepares a new page, and gives what loads documents into it. */
  prepare(page: PageTarget, options: { fail: (error: RenderError) => void }): Promise<LoadDocument>;
};

export type AssetsOfDocument = {
  /** Whether the document may ask for any. */
  areOffered: boolean;
  /** Tells whether it was given a stylesheet. */
  includeStyles: () => boolean;
};

export type Loading = {
  done: Promise<void>;
  /** Nothing has to be waited for: the page prints what it has been told to load. */
  mayPrintAtOnce: boolean;
};

export type LoadDocument = (document: { html: string; settings: PageSettings }, assets: AssetsOfDocument) => Loading;
