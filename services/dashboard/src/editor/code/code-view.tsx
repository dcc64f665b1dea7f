import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import type { Extension } from "@codemirror/state";
import { findSyntaxMistake } from "@platen/mustache";
import { useEffect, useMemo, useState } from "react";
import { toast } from "../../ui/toast.ts";
import { useEditor, type Place, type TemplateSource } from "../editor-context.ts";
import { CodeEditor, type CodeStatus } from "./code-editor.tsx";
import { CodeFoot } from "./code-status-bar.tsx";
import classes from "./code-view.module.css";
import { mistakes } from "./mistakes.ts";
import { mustacheSupport } from "./mustache-support.ts";
import { TextTabs } from "./text-tabs.tsx";

type Part = Exclude<Place["part"], "data">;

const parts: readonly { id: Part; label: string }[] = [
  { id: "html", label: "HTML" },
  { id: "css", label: "CSS" },
  { id: "header", label: "Header" },
  { id: "footer", label: "Footer" },
];

function isInCode(place: Place): place is Place & { part: Part } {
  return place.part !== "data";
}

function textOf({ html, css, settings }: TemplateSource, part: Part): string {
  return { html, css, header: settings.header ?? "", footer: settings.footer ?? "" }[part];
}

function changeOf({ settings }: TemplateSource, part: Part, text: string): Partial<TemplateSource> {
  if (part === "html" || part === "css") return { [part]: text };
  const { [part]: _before, ...others } = settings;
  return { settings: text === "" ? others : { ...settings, [part]: text } };
}

/** The data as it is when names are completed: another value makes no other editor. */
function createDataHolder() {
  let held: Record<string, unknown> = {};
  return {
    read: () => held,
    hold: (data: Record<string, unknown>): void => {
      held = data;
    },
  };
}

/** The template's source as its author writes it. */
export function CodeView() {
  const { template, source, change, undo, redo, mayEdit, dataSet, place } = useEditor();
  const wanted = place && isInCode(place) ? place : undefined;
  const [part, setPart] = useState<Part>(wanted?.part ?? "html");
  const [reached, setReached] = useState(wanted);
  const [status, setStatus] = useState<CodeStatus>({ line: 1, column: 1, mistakes: 0 });
  if (wanted && wanted !== reached) {
    setReached(wanted);
    setPart(wanted.part);
  }

  const [data] = useState(createDataHolder);
  useEffect(() => data.hold(dataSet.value ?? {}), [data, dataSet.value]);
  const languages = useMemo(
    (): Readonly<Record<"html" | "css", Extension>> => ({
      html: [html(), mustacheSupport(data.read), mistakes("html")],
      css: [css(), mistakes("css")],
    }),
    [data],
  );
  const text = textOf(source, part);
  const label = parts.find(({ id }) => id === part)?.label ?? "";

  async function format(): Promise<void> {
    if (!mayEdit) return;
    if (part !== "css" && findSyntaxMistake(text)) {
      toast("Not formatted: mend the mistake in the Mustache first.");
      return;
    }
    const { formatCss, formatHtml } = await import("./format-source.ts");
    const formatted = part === "css" ? formatCss(text) : formatHtml(text);
    if (formatted === undefined) toast(`Not formatted: it would change what this ${label} says.`);
    else change(changeOf(source, part, formatted));
  }

  return (
    <div className={classes["view"]}>
      <TextTabs
        label="Parts of the source"
        tabs={parts.map(({ id, label: name }) => ({ id, label: name, isEmpty: textOf(source, id) === "" }))}
        selected={part}
        onSelect={setPart}
      />
      <CodeEditor
        key={part}
        label={label}
        text={text}
        language={part === "css" ? languages.css : languages.html}
        isReadOnly={!mayEdit}
        onChange={(next) => change(changeOf(source, part, next), `code-${part}`)}
        onStatus={setStatus}
        undo={undo}
        redo={redo}
        format={() => void format()}
        goTo={wanted?.part === part ? wanted : undefined}
        memory={`${template.templateId}/${part}`}
      />
      <CodeFoot status={status} {...(mayEdit ? { onFormat: () => void format() } : {})} />
    </div>
  );
}
