/** The name of a snippet for a name of another system. */
export function snippetNameOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, 100);
  return plain === "" ? "snippet" : plain;
}
