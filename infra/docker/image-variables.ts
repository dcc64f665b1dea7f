import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the variables that the image of a service sets, in its own stage and in the stage that all images share. */
export function imageVariables(service: string): Record<string, string> {
  const stages = readFileSync(join(import.meta.dirname, "Dockerfile"), "utf8").split(/^(?=FROM )/m);
  const own = stages.filter((stage) => / AS (\S+)/.exec(stage)?.[1]?.match(`^(${service}-)?runtime$`));
  return Object.fromEntries(
    own
      .flatMap((stage) => [...stage.matchAll(/^ENV (.+)$/gm)])
      .flatMap(([, line = ""]) => line.split(" ").map((pair) => pair.split("=") as [string, string])), // NAME=value each
  );
}
