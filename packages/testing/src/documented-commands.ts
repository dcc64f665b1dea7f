import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Returns the words after a program's name, for each of its commands in the shell blocks and sentences of documents. */
export function commandsIn(program: string, documents: readonly string[]): string[][] {
  return documents.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = ""]) => block);
    const lines = blocks.flatMap((block) => block.replaceAll(/\\\n/g, " ").split("\n"));
    const sentences = text.replaceAll(/^ *```.*?^ *```/gms, "");
    const shown = [...sentences.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
    return [...lines, ...shown].flatMap((line) => commandsOf(program, line));
  });
}

function commandsOf(program: string, line: string): string[][] {
  const [, ...commands] = line.split(new RegExp(`(?<!\\S)${program}(?=\\s)`));
  // The command ends where the shell syntax does.
  return commands.map((command) => (/^[^|<>;&#]*/.exec(command)?.[0] ?? "").split(/\s+/).filter((word) => word !== ""));
}
