import { dirname, relative, resolve } from "node:path";

/** The floors of a source folder, the lowest first: names of folders and files in it. */
type Floors = Readonly<Record<string, readonly (readonly string[])[]>>;
/** What the rule reads of a statement that imports or exports. */
type Statement = { source?: { value: string } | null };
type Context = {
  filename: string;
  options: readonly [Floors];
  report: (mistake: { node: Statement; message: string }) => void;
};

const root = resolve(import.meta.dirname, "../../../..");
const isTest = /\.test\.tsx?$|\/testing\//;

/** A part of a source folder imports what stands on its own floor or below. Parts without a floor stand above all. */
export function create({ filename, options: [floors], report }: Context) {
  const file = relative(root, filename);
  const folder = Object.keys(floors).find((each) => file.startsWith(`${each}/`));
  if (folder === undefined || isTest.test(file)) return {};
  const ofFolder = floors[folder] ?? [];
  const floorOf = (path: string): number => {
    const [part = ""] = relative(folder, path).split("/");
    const floor = ofFolder.findIndex((parts) => parts.includes(part));
    return floor === -1 ? ofFolder.length : floor;
  };
  const own = floorOf(file);

  function check(node: Statement): void {
    const imported = node.source?.value;
    if (imported?.startsWith(".") !== true) return;
    const path = relative(root, resolve(root, dirname(file), imported));
    if (path.startsWith(`${folder}/`) && floorOf(path) > own)
      report({ node, message: `${path} stands on a floor above this file. Move what both need one floor down.` });
  }
  return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
}

/** Rules of this repository, for the linter. */
// oxlint-disable-next-line import/no-default-export -- the linter reads a plugin's default export.
export default { meta: { name: "platen" }, rules: { floors: { meta: { schema: [{ type: "object" }] }, create } } };
