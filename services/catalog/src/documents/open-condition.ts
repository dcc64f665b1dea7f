import { background } from "../database/lane.ts";

/** The condition of a document that no caller waits for and that is not finished. */
export const isOpen = `lane = ${background} AND status IN ('queued', 'rendering')`;
