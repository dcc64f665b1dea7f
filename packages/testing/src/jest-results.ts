import { z } from "zod";

/** The results that jest writes with `--json`; times are milliseconds since the epoch. */
export const jestResults = z.object({
  testResults: z.array(
    z.object({
      /** The file's path, absolute. */
      name: z.string(),
      /** The reason why the file could not be run, or its tests failed. */
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});
export type FileResult = z.infer<typeof jestResults>["testResults"][number];
