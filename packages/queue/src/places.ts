/** Whose document it is: the project, and the account for which that counts. */
export type Owner = { projectId: string; accountId: string };

type Place = Owner & { takenAt: number };

/** Most documents take less. Beside such a document another one would only slow both down. */
const slowAfterMs = 250;

export type Places = ReturnType<typeof createPlaces>;

/**
 * The places of a worker for jobs at work. Regular places go to jobs in the order of the queue. When all of them are held
 * by slow documents, such as those whose scripts wait, as many places again open for projects that have no job here, and
 * beyond those as many again for accounts that have none. So neither one project nor one account holds all places.
 */
export function createPlaces({ regular, now }: { regular: number; now: () => number }) {
  const taken = new Set<Place>();
  let beside = 0;

  return {
    /** Takes a place, until the function that it returns is called. */
    take(owner: Owner): () => void {
      const place = { ...owner, takenAt: now() };
      taken.add(place);
      return () => void taken.delete(place);
    },

    /** Notes a job that comes for a place beside the regular ones, until the function that it returns is called. */
    takeBeside(): () => void {
      beside += 1;
      return () => void (beside -= 1);
    },

    /** For whom a place is open beside the regular ones: a project or an account other than these. */
    openBeside(): { for: keyof Owner; except: string[] } | undefined {
      if (taken.size - beside < regular || beside >= 2 * regular) return undefined;
      const quick = [...taken].filter(({ takenAt }) => now() - takenAt < slowAfterMs).length;
      if (quick >= regular) return undefined;
      const owner = beside < regular ? "projectId" : "accountId";
      return { for: owner, except: [...new Set([...taken].map((place) => place[owner]))] };
    },
  };
}
