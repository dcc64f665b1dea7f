import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "./root-folder.ts";

/** Returns the first block of code in a language below a heading of a document, so that a test runs what readers copy. */
export function documentedCode(path: string, heading: string, language: string): string {
  const [, text = ""] = readFileSync(join(rootFolder, path), "utf8").split(`# ${heading}\n`);
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(text) ?? [];
  if (code === undefined) throw new Error(`${path} shows no ${language} below ${heading}`);
  return code;
}
