/**
 * Copies text to the clipboard and returns whether that worked. Without TLS, browsers can only copy the selection, so
 * `shown` is an element that contains the text.
 */
export async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The browser or its user forbids it. Copying the selection may still work.
    }
  }
  if (!shown) return false;
  const selection = window.getSelection();
  selection?.selectAllChildren(shown);
  return document.execCommand("copy");
}
