import { isPicture } from "../../../components/fields/is-picture.ts";
import type { DataPath, TemplateNode } from "@platen/template-source";
import { useInsert } from "./use-insert.ts";

/**
 * A function that inserts a path of the data as what it is, a table, a picture or a field: after a node, or where the
 * palette would insert it.
 */
export function useInsertPath(): (path: DataPath, after?: TemplateNode) => void {
  const insert = useInsert();
  return (path, node) => {
    const after = node && { after: node };
    if (path.kind === "list") insert.table(path, after);
    else if (isPicture(path.value)) insert.picture({ path, alt: "" }, after);
    else insert.variable(path, undefined, after);
  };
}
