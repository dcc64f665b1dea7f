import { readFileSync } from "node:fs";
import { z } from "zod";

const demo = z.object({ apiKey: z.string(), account: z.object({ email: z.string(), password: z.string() }) });

/** Reads the demo project's key and login from the output file of `seed-demo.ts`. */
export function readDemo(path: string): z.output<typeof demo> {
  return demo.parse(JSON.parse(readFileSync(path, "utf8")));
}
