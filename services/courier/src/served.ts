/** How fast what a project was served is forgotten: by halves in a minute. */
const halfLifeMs = 60_000;
/** How much a new time counts in a project's mean. */
const weightOfNewest = 0.2;
const firstMeanMs = 500;
/** Below this, a project counts as one that was never served. */
const negligibleMs = 1;

type Project = { servedMs: number; at: number; meanMs: number; fed: number };

/** What a project was served lately, with its documents under way, as the catalog takes it to choose whom to serve. */
export type ServedProject = { projectId: string; servedMs: number; meanMs: number };

/**
 * Remembers for how long each project was served. By time and not by count: a table of fifty pages costs as much as many
 * invoices. A document under way counts as the mean of its project.
 */
export function createServed({ now }: { now: () => number }) {
  const projects = new Map<string, Project>();

  function projectOf(projectId: string): Project {
    const at = now();
    const known = projects.get(projectId) ?? { servedMs: 0, at, meanMs: firstMeanMs, fed: 0 };
    known.servedMs *= 0.5 ** ((at - known.at) / halfLifeMs);
    known.at = at;
    projects.set(projectId, known);
    return known;
  }

  return {
    /** A document was put into the queue. */
    fed(projectId: string): void {
      projectOf(projectId).fed += 1;
    },

    /** A document has left the queue after this time of a worker; undefined if it is not known. */
    done(projectId: string, renderMs: number | undefined): void {
      const project = projectOf(projectId);
      project.fed = Math.max(0, project.fed - 1);
      if (renderMs === undefined) return;
      project.servedMs += renderMs;
      project.meanMs += weightOfNewest * (renderMs - project.meanMs);
    },

    list(): ServedProject[] {
      for (const projectId of projects.keys()) {
        const { servedMs, fed } = projectOf(projectId);
        if (servedMs < negligibleMs && fed === 0) projects.delete(projectId);
      }
      return [...projects].map(([projectId, { servedMs, meanMs, fed }]) => ({
        projectId,
        servedMs: servedMs + fed * meanMs,
        meanMs,
      }));
    },
  };
}
