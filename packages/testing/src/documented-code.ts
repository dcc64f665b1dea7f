import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "./root-folder.ts";

/** Returns the first block of code in a language that a document shows, so that a test runs what readers copy. */
export function documentedCode(path: string, language: string): string {
  const text = readFileSync(join(rootFolder, path), "utf8");
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(text) ?? [];
  if (code === undefined) throw new Error(`${path} shows no block of ${language}`);
  return code;
}
