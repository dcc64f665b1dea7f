import { relationshipsOf, type Parts } from "./open-parts.ts";
import { isTrue, prefixed, readXml } from "./read-xml.ts";

/** What a workbook says about itself. */
export type Head = {
  /** The worksheets that a person sees; sheets that are a chart have no cells. */
  sheets: { name: string; path: string }[];
  stringsPath: string | undefined;
  stylesPath: string | undefined;
  is1904: boolean;
  /** The program that wrote the file left formulas to be calculated, so their results may be placeholders, or old. */
  isUncalculated: boolean;
};

/** Libraries that write 0 as the result of each formula, and do not ask for a calculation. */
const uncalculating = /^Apache POI/i;

/** Reads the head of a workbook; undefined if the ZIP is no workbook. */
export function readHead(parts: Parts): Head | undefined {
  const workbookPath = relationshipsOf(parts, "").find(({ type }) => type === "officeDocument")?.path;
  const bytes = workbookPath === undefined ? undefined : parts.read(workbookPath);
  if (workbookPath === undefined || !bytes) return undefined;
  const relationships = relationshipsOf(parts, workbookPath);
  const pathOf = (wanted: string) => relationships.find(({ type }) => type === wanted)?.path;
  const worksheets = new Map(relationships.flatMap(({ id, type, path }) => (type === "worksheet" ? [[id, path]] : [])));
  const head: Head = {
    sheets: [],
    stringsPath: pathOf("sharedStrings"),
    stylesPath: pathOf("styles"),
    is1904: false,
    isUncalculated: uncalculating.test(applicationOf(parts)),
  };
  readXml(bytes, {
    onOpen: (element, attributes) => {
      if (element === "sheet") {
        const path = worksheets.get(prefixed(attributes, "id") ?? "");
        const isVisible = (attributes["state"] ?? "visible") === "visible";
        if (path !== undefined && isVisible) head.sheets.push({ name: attributes["name"] ?? "", path });
      } else if (element === "workbookPr") head.is1904 = isTrue(attributes["date1904"]);
      else if (element === "calcPr" && (isTrue(attributes["fullCalcOnLoad"]) || attributes["calcCompleted"] === "0"))
        head.isUncalculated = true;
    },
  });
  return head;
}

/** The name of the program that wrote the file, if the file tells it. */
function applicationOf(parts: Parts): string {
  const bytes = parts.read("docProps/app.xml");
  let application = "";
  if (bytes)
    readXml(bytes, {
      onOpen: () => undefined,
      onClose: (element, text) => {
        if (element === "Application") application = text;
      },
    });
  return application;
}
