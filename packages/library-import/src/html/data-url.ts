/** The bytes of a `data:` URL; undefined if it cannot be read. */
export function bytesOfDataUrl(url: string): Uint8Array | undefined {
  const comma = url.indexOf(",");
  if (!/^data:/i.test(url) || comma === -1) return undefined;
  const content = url.slice(comma + 1);
  try {
    if (!/;\s*base64\s*$/i.test(url.slice(0, comma))) return new TextEncoder().encode(decodeURIComponent(content));
    const binary = atob(decodeURIComponent(content).replaceAll(/\s/g, ""));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
