/** Messages under way to one address: of one account, so that a slow receiver holds up no other of the account, and in all. */
const maxOfAccount = 10;
const maxInAll = 100;

type Wanted = { places: readonly { key: string; most: number }[]; enter: () => void };

/**
 * Creates the places at receivers, which are known by their addresses: a server with many names is one. A message waits a
 * moment for a place, because most receivers answer at once.
 */
export function createReceiverPlaces({ patienceMs }: { patienceMs: number }) {
  const taken = new Map<string, number>();
  const waiting = new Set<Wanted>();

  const isFree = ({ places }: Wanted) => places.every(({ key, most }) => (taken.get(key) ?? 0) < most);

  function count({ places }: Wanted, change: 1 | -1): void {
    for (const { key } of places) {
      const now = (taken.get(key) ?? 0) + change;
      if (now === 0) taken.delete(key);
      else taken.set(key, now);
    }
  }

  function letIn(): void {
    for (const wanted of waiting) {
      if (!isFree(wanted)) continue;
      waiting.delete(wanted);
      count(wanted, 1);
      wanted.enter();
    }
  }

  return {
    /** Resolves to the function that gives the place back, or to undefined if there is none in time. */
    take(accountId: string, hosts: readonly string[]): Promise<(() => void) | undefined> {
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
      const wanted: Wanted = {
        places: hosts.flatMap((host) => [
          { key: host, most: maxInAll },
          { key: `${accountId} ${host}`, most: maxOfAccount },
        ]),
        enter() {
          clearTimeout(timer);
          resolve(() => {
            count(wanted, -1);
            letIn();
          });
        },
      };
      const timer = setTimeout(() => {
        waiting.delete(wanted);
        resolve(undefined);
      }, patienceMs);
      waiting.add(wanted);
      letIn();
      return promise;
    },
  };
}
