const maxKeys = 10_000;

/**
 * Makes the memory of which project a key belongs to. That never changes, but whether the key is still good does: what
 * is remembered here may decide who waits for whom, never who may have what.
 */
export function createKnownProjects() {
  const projects = new Map<string, string>();
  return {
    projectOf: (keyHash: string): string | undefined => projects.get(keyHash),
    learn(keyHash: string, projectId: string): void {
      if (projects.size >= maxKeys && !projects.has(keyHash)) projects.clear();
      projects.set(keyHash, projectId);
    },
    forget: (keyHash: string): void => void projects.delete(keyHash),
  };
}
