import { readFileSync } from "node:fs";
import { z } from "zod";

/** The running version of Platen, which all its packages share. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")));
