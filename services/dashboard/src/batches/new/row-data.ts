import { ExactNumber } from "@platen/contracts/exact-json";

/** A value of a row's data, as a cell or a person gives it. */
export type Value = string | number | boolean | ExactNumber | readonly unknown[];
export type Data = { [name: string]: Value | Data };

/** Without a prototype, so that every name is one of the data. The type of `Object.create` says nothing. */
const emptyData = (): Data => Object.create(null) as Data;

const isData = (value: Value | Data | undefined): value is Data =>
  typeof value === "object" && !(value instanceof ExactNumber) && !Array.isArray(value);

/** Puts a value to its path. No path leads into the value of another: `mappingMistakes`. */
function put(data: Data, path: string, value: Value): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let inside = data;
  for (const name of names) {
    const known = inside[name];
    const next = isData(known) ? known : emptyData();
    inside[name] = next;
    inside = next;
  }
  inside[last] = value;
}

const ofItems = "[].";

/** The list of a path such as `lines[].price`, and the field of its items; undefined for the path of a single value. */
export function listIn(path: string): { list: string; field: string } | undefined {
  const at = path.indexOf(ofItems);
  return at === -1 ? undefined : { list: path.slice(0, at), field: path.slice(at + ofItems.length) };
}

/** Creates the data of a row, to which lists and values come one by one. */
export function createRowData(lists: readonly string[]) {
  const data = emptyData();
  const items = new Map<string, Data[]>(lists.map((list) => [list, []]));
  for (const [list, ofList] of items) put(data, list, ofList);
  return {
    data,
    addItem: (list: string) => items.get(list)?.push(emptyData()),
    /** Puts a value to its path; that of a list goes to the last item. */
    set: (path: string, value: Value): void => {
      const inList = listIn(path);
      const item = inList && items.get(inList.list)?.at(-1);
      if (!inList) put(data, path, value);
      else if (item) put(item, inList.field, value);
    },
  };
}
