/** Downloads a PDF under its template's name. */
export function downloadPdf(bytes: Uint8Array, templateName: string): void {
  // Copied, because a blob does not accept bytes that another thread could share.
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type: "application/pdf" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${templateName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-")}.pdf`;
  link.click();
  // By then the download has the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
