/** What every benchmark is given. */
export type BenchContext = {
  rootFolder: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** What follows the benchmark's name on the command line. */
  args: readonly string[];
  say: (line: string) => void;
};
