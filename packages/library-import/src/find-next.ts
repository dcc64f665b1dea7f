/**
 * Finds texts after offsets that only grow. Keeps what it found, so that many searches together take the time of one.
 * Returns -1 for a text that does not occur any more.
 */
export function createFinder(source: string): (text: string, from: number) => number {
  const known = new Map<string, number>();
  return (text, from) => {
    const found = known.get(text);
    if (found === -1 || (found !== undefined && found >= from)) return found;
    const next = source.indexOf(text, from);
    known.set(text, next);
    return next;
  };
}
