import { createNumbers } from "../documents/numbers.ts";

/** What tells that a project has been served lately: pages at work and the ones that wait. */
const apart = 4;

/**
 * Projects in an order that looks random and is the same in every run, for ever. None comes again within the next four
 * documents, so that one whose pages are not kept has none.
 */
export function createProjectOrder(count: number, seed: number): () => string {
  const next = createNumbers(seed);
  const recent: number[] = [];
  return () => {
    let project = next(count);
    while (recent.includes(project)) project = next(count);
    recent.push(project);
    if (recent.length > apart) recent.shift();
    return `prj_bench${project}`;
  };
}
