import type { ReportRow } from "../report.ts";
import type { TemplateSource } from "../template-source.ts";
import { firstText, formatOf, isRecord, isSet, lengthOf, marginOf, sampleOf } from "./settings.ts";

const note = (message: string): ReportRow => ({ kind: "note", subject: "", outcome: "listed", message });

/** Reads the JSON of a template of PDFMonkey or apitemplate.io; undefined for other JSON. */
export function readJsonExport(content: unknown, file: string): TemplateSource | undefined {
  if (!isRecord(content)) return undefined;
  const inner = content["document_template"] ?? content["template"] ?? content["data"] ?? content;
  if (!isRecord(inner)) return undefined;
  const isPdfMonkey = ["scss_style", "scss_style_draft", "body_draft", "sample_data_draft"].some(
    (name) => name in inner,
  );
  return isPdfMonkey ? readPdfMonkey(inner, file) : readApitemplate(inner, file);
}

function readPdfMonkey(template: Record<string, unknown>, file: string): TemplateSource | undefined {
  const html = firstText(template["body"], template["body_draft"]);
  if (html === undefined) return undefined;
  const css = firstText(template["scss_style"], template["scss_style_draft"]) ?? "";
  const written = template["settings"] ?? template["settings_draft"];
  const settings = isRecord(written) ? written : {};
  const margin = isRecord(settings["margin"]) ? settings["margin"] : {};
  // PDFMonkey counts margins in millimetres, and an empty one is 10 mm.
  const side = (name: string) => lengthOf(margin[name], "mm") ?? "10mm";
  const sides = { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
  const rows: ReportRow[] = [];
  if (/(?:^|[\s;{])\$[\w-]+\s*:|@(?:include|mixin|extend|use)\b/.test(css)) {
    rows.push(
      note(
        "The style sheet is SCSS. Platen prints CSS, which knows nesting but no variables with $ and no mixins: compile it first.",
      ),
    );
  }
  const custom = { width: lengthOf(settings["paper_width"], "mm"), height: lengthOf(settings["paper_height"], "mm") };
  const paper =
    settings["paper_format"] === "custom" && custom.width !== undefined && custom.height !== undefined
      ? custom
      : formatOf(settings["paper_format"]);
  return {
    system: "pdfmonkey",
    name: firstText(template["identifier"], template["name"]),
    html,
    htmlFile: file,
    css,
    language: "liquid",
    settings: {
      ...paper,
      ...(settings["orientation"] === "landscape" && { orientation: "landscape" }),
      ...marginOf(sides),
      ...edge("header", settings["header"], sides),
      ...edge("footer", settings["footer"], sides),
      ...(isSet(settings["inject_javascript"]) && { javascript: true }),
    },
    sample: sampleOf(template["sample_data"]) ?? sampleOf(template["sample_data_draft"]),
    snippets: [],
    files: [],
    rows,
  };
}

type Sides = Record<"left" | "right", string>;

/** A header or footer: HTML, or a text at the left, in the middle and at the right. */
function edge(name: "header" | "footer", written: unknown, sides: Sides): object {
  if (!isRecord(written)) return {};
  const content = firstText(written["content"]);
  if (content !== undefined) return { [name]: content };
  const texts = ["left", "center", "right"].map((side) => firstText(written[side]) ?? "");
  if (texts.every((text) => text === "")) return {};
  const cells = texts.map((text, index) => {
    const shown = text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll("[page]", '<span class="pageNumber"></span>')
      .replaceAll("[topage]", '<span class="totalPages"></span>');
    return `<div style="flex: 1; text-align: ${["left", "center", "right"][index] ?? "left"}">${shown}</div>`;
  });
  const style = `display: flex; width: 100%; font-size: 10px; padding: 0 ${sides.right} 0 ${sides.left}`;
  return { [name]: `<div style="${style}">${cells.join("")}</div>` };
}

function readApitemplate(template: Record<string, unknown>, file: string): TemplateSource | undefined {
  const html = firstText(template["html"], template["body"]);
  if (html === undefined) return undefined;
  const css = (firstText(template["css"]) ?? "").replaceAll(/<\/?style[^<>]{0,200}>/gi, "");
  const written = sampleOf(template["settings"]);
  const settings = isRecord(written) ? written : {};
  const side = (name: string) => lengthOf(settings[`margin_${name}`], "mm");
  const hasEdges = settings["displayHeaderFooter"] === undefined || isSet(settings["displayHeaderFooter"]);
  const header = hasEdges ? firstText(settings["custom_header"]) : undefined;
  const footer = hasEdges ? firstText(settings["custom_footer"]) : undefined;
  return {
    system: "apitemplate",
    name: firstText(template["name"]),
    html,
    htmlFile: file,
    css,
    language: "jinja",
    settings: {
      ...formatOf(settings["paper_size"]),
      ...(["0", "landscape"].includes(String(settings["orientation"])) && { orientation: "landscape" }),
      ...marginOf({ top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") }),
      ...(header !== undefined && { header }),
      ...(footer !== undefined && { footer }),
    },
    sample: sampleOf(template["sample_data"]) ?? sampleOf(template["sample_json"]) ?? sampleOf(template["json"]),
    snippets: [],
    files: [],
    rows: [],
  };
}
