import { z } from "zod";

const bytes = z.int().min(0);

const part = {
  usedBytes: bytes.meta({ description: "Bytes that are stored, as counted some seconds ago." }),
  limitBytes: bytes
    .nullable()
    .meta({ description: "From so many bytes on, Platen refuses further requests. Null: no limit." }),
};

const usage = z.object({
  ...part,
  account: z
    .object(part)
    .nullable()
    .meta({ description: "The same of all projects that you have created. Null in a project of another account." }),
});

export const projectUsage = z
  .object({
    contents: usage.meta({ description: "Kept PDFs that have not expired." }),
    rows: usage.meta({ description: "Rows of batches, compressed." }),
    waiting: usage.meta({ description: "The data of documents that are not finished, compressed." }),
  })
  .meta({ id: "ProjectUsage", description: "What a project stores, and its limits." });

export type ProjectUsage = z.infer<typeof projectUsage>;
