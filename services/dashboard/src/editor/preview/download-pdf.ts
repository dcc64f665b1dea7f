import { outputs } from "@platen/contracts";
import { documentFileName } from "@platen/contracts/file-name";
import { downloadFile } from "../../ui/download-file.ts";

/** Downloads a PDF under its template's name. */
export function downloadPdf(bytes: Uint8Array, templateName: string): void {
  downloadFile(documentFileName("pdf", undefined, templateName), bytes, outputs.pdf.type);
}
