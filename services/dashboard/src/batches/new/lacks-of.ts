import type { Tolerant, Warning } from "@platen/contracts";
import { listed } from "../../ui/format.ts";

/** The fields without a column are named above: as many data may be missing. */
const maxNamed = 6;

const isMissing = ({ code, path }: Tolerant<Warning>) => code === "data.missing" && path !== undefined;

/** What the page of a row lacks, in a line for each cause. Missing data are one cause: the person fills a column or a field. */
export function lacksOf(warnings: readonly Tolerant<Warning>[]): string[] {
  const missing = [...new Set(warnings.filter(isMissing).map(({ path }) => path ?? ""))];
  const others = [...new Set(warnings.filter((warning) => !isMissing(warning)).map(({ message }) => message))];
  return missing.length === 0 ? others : [`No value for ${listed(missing, maxNamed)}.`, ...others];
}
