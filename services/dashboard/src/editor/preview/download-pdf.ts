import { downloadFile } from "../../ui/download-file.ts";

/** Downloads a PDF under its template's name. */
export function downloadPdf(bytes: Uint8Array, templateName: string): void {
  downloadFile(`${templateName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-")}.pdf`, bytes, "application/pdf");
}
