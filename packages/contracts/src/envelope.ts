import { z } from "zod";
import { problems, type ProblemCode } from "./problems.ts";
import { problemDetail } from "./schemas/problem-detail.ts";

// `as`: Object.keys loses the literal type of the table's keys.
export const problemCode = z.enum(Object.keys(problems) as ProblemCode[]);

/** The answer to a request that failed. */
export const errorEnvelope = z
  .object({
    success: z.literal(false).meta({ description: "Always false on failure." }),
    error: z
      .object({
        code: problemCode.meta({ description: "A stable error code." }),
        message: z.string().meta({ description: "What failed and how to fix it." }),
        requestId: z
          .string()
          .meta({ description: "Id of the request. Quote it in reports: every log line of the request contains it." }),
        details: z
          .array(problemDetail)
          .optional()
          .meta({ description: "Every error in the request, each with its field." }),
      })
      .meta({ description: "The error." }),
  })
  .meta({ id: "Error", description: "A request that failed." });

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
