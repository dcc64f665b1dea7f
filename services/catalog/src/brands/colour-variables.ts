import { brandRoles, type Brand } from "@platen/contracts";

type Colour = Brand["colours"][number];
/** A colour of a row or a request, which may have no variable yet. */
export type GivenColour = Omit<Colour, "variable"> & { variable?: string | undefined };

const longestName = 50;

/** A name as that of a variable: `signal-blue` for “Signal blue”. */
function variableLike(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ["colour"];
  return words.join("-").slice(0, longestName).replace(/-$/, "");
}

/**
 * Gives each colour the name of its variable. It keeps its own, or has that of the colour of its name among `before`, or
 * gets one like its name that no other has.
 */
export function withVariables(colours: readonly GivenColour[], before: readonly Colour[] = []): Colour[] {
  const taken = new Set<string>([...brandRoles, ...colours.flatMap(({ variable }) => variable ?? [])]);
  return colours.map((colour) => {
    if (colour.variable !== undefined) return { ...colour, variable: colour.variable };
    const known = before.find(({ name }) => name === colour.name)?.variable;
    const first = known !== undefined && !taken.has(known) ? known : variableLike(colour.name);
    let variable = first;
    for (let number = 2; taken.has(variable); number += 1) variable = `${first}-${number}`;
    taken.add(variable);
    return { ...colour, variable };
  });
}
