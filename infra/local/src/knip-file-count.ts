import type { Reporter } from "knip";

/** Prints how many files knip checked. knip itself is silent without findings, even if it saw no file. */
const countFiles: Reporter = ({ counters }) => {
  process.stdout.write(`${counters.processed} files looked at\n`);
};

// oxlint-disable-next-line import/no-default-export -- knip loads reporters by their default export
export default countFiles;
