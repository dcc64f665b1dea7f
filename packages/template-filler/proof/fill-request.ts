import { accountHolder } from "@platen/contracts/holder";
import type { FillRequest } from "../src/fill-message.ts";

let sources = 0;

/** A request to fill HTML with data, given as JSON. Each request has a source of its own. */
export function fillRequest(html: string, dataJson: string, changes: Partial<FillRequest> = {}): FillRequest {
  sources += 1;
  return {
    holder: accountHolder("acc_1"),
    sourceId: `ver_${sources}`,
    html,
    css: "",
    header: undefined,
    footer: undefined,
    title: "T",
    language: undefined,
    dialect: 2,
    timeZone: "UTC",
    currency: undefined,
    dataJson,
    ...changes,
  };
}
