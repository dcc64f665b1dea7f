/**
 * Chooses one of `every` requests by their ids: all services choose the same ones, so that the lines of a request are there
 * together or not at all.
 */
export function createLogSample(every: number): (requestId: string) => boolean {
  return (requestId) => every === 1 || hashOf(requestId) % every === 0;
}

/** FNV-1a, which spreads ids that begin alike evenly. An id has at most 128 characters. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return hash >>> 0;
}
