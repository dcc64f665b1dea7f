import type { Report } from "./report/report.ts";

/** The input of every benchmark. */
export type BenchContext = {
  rootFolder: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The arguments after the benchmark's name on the command line. */
  args: string[];
  say: (line: string) => void;
};

export type Benchmark = (context: BenchContext) => Promise<Report>;
