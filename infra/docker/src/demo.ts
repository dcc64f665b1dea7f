import { readFileSync } from "node:fs";
import { z } from "zod";

const demo = z.object({ apiKey: z.string(), account: z.object({ email: z.string(), password: z.string() }) });

/** The demo project's key and login, as `seed-demo.ts` printed them to the file at `path`. */
export function readDemo(path: string): z.output<typeof demo> {
  return demo.parse(JSON.parse(readFileSync(path, "utf8")));
}
