// The pages of batches as one chunk: the first bundle names the files of each.
export { BatchPage } from "./batch-page.tsx";
export { BatchesPage } from "./batches-page.tsx";

/** Loads the page that makes a batch of a file, with the parser of such files. */
export const loadNewBatchPage = async () => (await import("./new-batch-page.tsx")).NewBatchPage;
