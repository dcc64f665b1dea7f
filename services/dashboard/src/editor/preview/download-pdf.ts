/** Saves a PDF as a file of the reader's. */
export function downloadPdf(bytes: Uint8Array, templateName: string): void {
  // A copy, as a blob takes no bytes that could be shared with another thread.
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type: "application/pdf" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${templateName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-")}.pdf`;
  link.click();
  // The download has taken the bytes by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
