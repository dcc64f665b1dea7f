/**
 * Puts text on the clipboard. Without TLS browsers offer only the older way, which copies what is selected: `shown`
 * is an element that holds the text. Tells whether it worked.
 */
export async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The browser or its user forbids it; the older way may still be open.
    }
  }
  if (!shown) return false;
  const selection = window.getSelection();
  selection?.selectAllChildren(shown);
  return document.execCommand("copy");
}
