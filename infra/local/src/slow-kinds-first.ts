/** The kinds of test files, slowest first. */
const kinds = [/\/e2e\//, /\.render\.test\./, /\/proof\//, /\.integration\.test\./];

function rankOf(path: string): number {
  const rank = kinds.findIndex((kind) => kind.test(path));
  return rank === -1 ? kinds.length : rank;
}

/** Moves the slow kinds of test files to the front. Keeps the order within a kind. Where jest knows durations, keeps its order. */
export function slowKindsFirst<Test extends { path: string; duration?: number | undefined }>(
  tests: readonly Test[],
): readonly Test[] {
  if (tests.some(({ duration }) => duration !== undefined)) return tests;
  return tests.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
}
