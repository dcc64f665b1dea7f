/** An account, project or batch that waits for a turn, with the time that it was served lately and the mean time of its documents. */
export type Waiting = { member: string; servedMs: number; meanMs: number };

/**
 * Gives each place to the member that was served least, where a place counts as the mean time of its documents. The earlier in
 * the list goes first where two were served alike.
 */
export function shareTurns(waiting: readonly Waiting[], places: readonly number[]): Map<string, number[]> {
  const shares = new Map<string, number[]>();
  const turns = waiting.map(({ member, servedMs, meanMs }) => ({ member, turn: servedMs + meanMs, meanMs }));
  for (const place of places) {
    let next = turns[0];
    for (const one of turns) if (next && one.turn < next.turn) next = one;
    if (!next) break;
    next.turn += next.meanMs;
    const share = shares.get(next.member);
    if (share) share.push(place);
    else shares.set(next.member, [place]);
  }
  return shares;
}
