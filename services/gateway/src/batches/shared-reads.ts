import { setTimeout as delay } from "node:timers/promises";
import { isProblem } from "@platen/contracts";
import type { Holder } from "@platen/contracts/holder";

/** For so long a read serves all that follow the same record. A little less than the pause between two of their looks. */
const freshMs = 900;
/** Each key or session reads itself so often, so that a revoked one does not go on by the reads of others. */
const checkedMs = 10_000;
/** The reads of one account, over all its records, are this far apart: twenty a second. */
const spacingMs = 50;

type Read<Found> = { found: Promise<Found>; at: number; isUnderWay: boolean; credential: string };
type Group<Found> = { followers: number; last: Read<Found> | undefined; readAt: Map<string, number> };
type Spaced = { followers: number; nextAt: number };

export type Follower<Found> = {
  /** Resolves to the record as it was less than a second ago. */
  read(): Promise<Found>;
  leave(): void;
};

/**
 * Lets requests that follow a record share their reads: one a second for each record, however many follow it, and a
 * limited number for each account, however many records it follows. A read that fails may be repeated by the next
 * follower.
 */
export function createSharedReads<Found>({
  now = () => performance.now(),
  pause = (ms) => delay(ms),
}: {
  now?: () => number;
  pause?: (ms: number) => Promise<unknown>;
} = {}) {
  const groups = new Map<string, Group<Found>>();
  const spaced = new Map<Holder, Spaced>();

  function begin(
    group: Group<Found>,
    { holder, credential, read }: { holder: Holder; credential: string; read: () => Promise<Found> },
  ): Promise<Found> {
    const spacing = spaced.get(holder);
    const at = Math.max(now(), spacing?.nextAt ?? 0);
    if (spacing) spacing.nextAt = at + spacingMs;
    const inTime = async () => {
      if (at > now()) await pause(at - now());
      const found = await read();
      group.readAt.set(credential, now());
      return found;
    };
    const begun: Read<Found> = { found: inTime(), at, isUnderWay: true, credential };
    const end = () => (begun.isUnderWay = false);
    begun.found.then(end, end);
    group.last = begun;
    return begun.found;
  }

  return {
    /** Follows a record that the credential has just read by itself. */
    follow(about: {
      subjectId: string;
      holder: Holder;
      credential: string;
      read: () => Promise<Found>;
    }): Follower<Found> {
      const { subjectId, holder, credential } = about;
      const group = groups.get(subjectId) ?? { followers: 0, last: undefined, readAt: new Map() };
      const spacing = spaced.get(holder) ?? { followers: 0, nextAt: 0 };
      groups.set(subjectId, group);
      spaced.set(holder, spacing);
      group.followers += 1;
      spacing.followers += 1;
      group.readAt.set(credential, now());

      const isChecked = () => now() - (group.readAt.get(credential) ?? -Infinity) < checkedMs;

      return {
        async read() {
          const { last } = group;
          if (!last || !isChecked() || !(last.isUnderWay || now() - last.at < freshMs)) return begin(group, about);
          try {
            return await last.found;
          } catch (error) {
            // What another credential is refused says nothing about this one.
            if (last.credential === credential || !isProblem(error) || error.status >= 500) throw error;
            return group.last === last ? begin(group, about) : this.read();
          }
        },
        leave() {
          group.followers -= 1;
          if (group.followers === 0) groups.delete(subjectId);
          spacing.followers -= 1;
          if (spacing.followers === 0) spaced.delete(holder);
        },
      };
    },
  };
}

export type SharedReads<Found> = ReturnType<typeof createSharedReads<Found>>;
