import type { InstalledPackage } from "./installed-packages.ts";
import type { Lockfile } from "./lockfile.ts";
import type { Finding } from "./waivers.ts";

/** Licences that ask for no more than that their text is passed on. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  // Fonts.
  "OFL-1.1",
  "Unlicense",
]);

/** Whether an SPDX expression can be complied with by the licences above: all of an AND, one of an OR. */
export function isAllowedLicence(expression: string): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  function term(): boolean {
    const token = tokens[at++] ?? "";
    if (token !== "(") return allowed.has(token);
    const inner = either();
    const isClosed = tokens[at++] === ")";
    return inner && isClosed;
  }
  function all(): boolean {
    let holds = term();
    while (tokens[at] === "AND") {
      at += 1;
      const next = term();
      holds &&= next;
    }
    return holds;
  }
  function either(): boolean {
    let holds = all();
    while (tokens[at] === "OR") {
      at += 1;
      const next = all();
      holds ||= next;
    }
    return holds;
  }
  const holds = either();
  return holds && at === tokens.length;
}

/** What a user of the images would not be allowed to have, or would not be told the licence of. */
export function licenceFindings(
  production: ReadonlySet<string>,
  installed: readonly InstalledPackage[],
  { packages }: Pick<Lockfile, "packages">,
): Finding[] {
  const byId = new Map(installed.map((found) => [found.id, found]));
  return [...production].toSorted().flatMap((id): Finding[] => {
    const found = byId.get(id);
    const isForOneKindOfMachine = packages[id]?.os !== undefined || packages[id]?.cpu !== undefined;
    if (!found) {
      if (isForOneKindOfMachine) return [];
      return [{ what: id, about: "licence", finding: `${id} is not installed, so its licence cannot be read` }];
    }
    const { licence, hasLicenceText } = found;
    if (licence === undefined || !isAllowedLicence(licence)) {
      const said = licence ?? "nothing";
      return [
        { what: id, about: "licence", finding: `${id} says ${said} of its licence, which is none of those allowed` },
      ];
    }
    // A program of a package for one kind of machine; the text is in the package that it belongs to.
    if (hasLicenceText || isForOneKindOfMachine) return [];
    return [{ what: id, about: "licence text", finding: `${id} comes without the text of its licence (${licence})` }];
  });
}
