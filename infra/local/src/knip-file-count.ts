import type { Reporter } from "knip";

/** Has knip say how many files it looked at; of itself it is silent when it finds nothing, even where it saw nothing. */
const countFiles: Reporter = ({ counters }) => {
  process.stdout.write(`${counters.processed} files looked at\n`);
};

// oxlint-disable-next-line import/no-default-export -- knip loads reporters so
export default countFiles;
