import type { LinkDisposition } from "@platen/contracts";

/** What a link opens, and until when. */
export type Link = {
  projectId: string;
  contentId: string;
  /** Taking back the links of a content counts it on: links of an earlier one open nothing. */
  generation: number;
  /** In seconds since 1970. */
  expiresAt: number;
  disposition: LinkDisposition;
};
