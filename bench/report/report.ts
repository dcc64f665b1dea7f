/** A figure to reach, or not to exceed. */
export type Goal = { atLeast: number } | { atMost: number };

/** A figure that counts, measured once or in several rounds. */
export type Figure = {
  name: string;
  /** One value for each round. */
  values: readonly number[];
  /** The same figure by processor time, which other programs on the machine disturb less. */
  byCpu?: number;
  goal?: Goal;
};

/** Cells as printed. */
export type Table = { columns: readonly string[]; rows: readonly (readonly string[])[] };

/** What a benchmark found. */
export type Report = {
  /** The machine and the versions that the figures depend on. */
  machine: string;
  figures: readonly Figure[];
  tables: readonly Table[];
  notes?: readonly string[];
  /** Documents that are missing or wrong: a report with failures makes the command fail. */
  failures: readonly string[];
};
