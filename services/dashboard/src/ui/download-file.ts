/** Lets the browser save a text, or bytes, as a file. */
export function downloadFile(name: string, content: string | Uint8Array, mediaType: string): void {
  // Copied, because a blob does not accept bytes that another thread could share.
  const part = typeof content === "string" ? content : content.slice();
  const url = URL.createObjectURL(new Blob([part], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // By then the download has the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
