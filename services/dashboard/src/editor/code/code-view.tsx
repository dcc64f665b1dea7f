import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import type { Extension } from "@codemirror/state";
import { findSyntaxMistake } from "@platen/mustache";
import { useEffect, useMemo, useState } from "react";
import { toastProblem } from "../../ui/toast.ts";
import { changeOfText } from "../draft/change-of-text.ts";
import { useEditor, useEditorState, useSource } from "../editor-context.ts";
import type { SourcePartId, SourcePosition, TemplateSource } from "../template-source.ts";
import { CodeEditor, type CodeStatus } from "./code-editor.tsx";
import { useLibrary } from "../../library/use-library.ts";
import { CodeStatusBar } from "./code-status-bar.tsx";
import { createHolder } from "./holder.ts";
import { librarySupport, type LibraryNames } from "./library-completion.ts";
import { mistakes } from "./mistakes.ts";
import { mustacheSupport } from "./mustache-support.ts";
import { TextTabs } from "./text-tabs.tsx";
import { typeOverClosingTag } from "./type-over-closing-tag.ts";

type CodePartId = Exclude<SourcePartId, "data">;

const codeParts: readonly { id: CodePartId; label: string }[] = [
  { id: "html", label: "HTML" },
  { id: "css", label: "CSS" },
  { id: "header", label: "Header" },
  { id: "footer", label: "Footer" },
];

function isInCode(position: SourcePosition): position is SourcePosition & { part: CodePartId } {
  return position.part !== "data";
}

function textOf({ html, css, settings }: TemplateSource, part: CodePartId): string {
  return { html, css, header: settings.header ?? "", footer: settings.footer ?? "" }[part];
}

/** The view of the template's source. */
export function CodeView() {
  const { template, change, undo, redo, mayEdit } = useEditor();
  const source = useSource();
  const dataSet = useEditorState((state) => state.dataSet);
  const position = useEditorState((state) => state.position);
  const target = position && isInCode(position) ? position : undefined;
  const [part, setPart] = useState<CodePartId>(target?.part ?? "html");
  const [lastTarget, setLastTarget] = useState(target);
  const [status, setStatus] = useState<CodeStatus>({ line: 1, column: 1, mistakes: 0 });
  if (target && target !== lastTarget) {
    setLastTarget(target);
    setPart(target.part);
  }

  const [data] = useState(() => createHolder<Record<string, unknown>>({}));
  const [currency] = useState(() => createHolder<string | undefined>(undefined));
  const filled = dataSet.calculated?.filled;
  useEffect(() => data.hold(filled ?? {}), [data, filled]);
  useEffect(() => currency.hold(source.settings.currency), [currency, source.settings.currency]);
  const names = useLibrary();
  const [library] = useState(() => createHolder<LibraryNames>(names));
  useEffect(() => library.hold(names), [library, names]);
  const languages = useMemo(
    (): Readonly<Record<"html" | "css", Extension>> => ({
      html: [
        typeOverClosingTag,
        html(),
        mustacheSupport(data.read),
        librarySupport(library.read),
        mistakes("html", currency.read),
      ],
      css: [css(), librarySupport(library.read), mistakes("css")],
    }),
    [data, library, currency],
  );
  const text = textOf(source, part);
  const label = codeParts.find(({ id }) => id === part)?.label ?? "";

  async function format(): Promise<void> {
    if (!mayEdit) return;
    if (part !== "css" && findSyntaxMistake(text, { takesSnippets: true })) {
      toastProblem("Not formatted: fix the mistake in the Mustache first.");
      return;
    }
    const { formatCss, formatHtml } = await import("./format-source.ts");
    const formatted = part === "css" ? formatCss(text) : formatHtml(text);
    if (formatted === undefined) toastProblem(`Not formatted: formatting would change what this ${label} means.`);
    else change(changeOfText(source, part, formatted));
  }

  return (
    <div style={{ display: "flex", flex: 1, flexDirection: "column", minHeight: 0, background: "var(--surface)" }}>
      <TextTabs
        label="Parts of the source"
        tabs={codeParts.map(({ id, label: name }) => ({ id, label: name, isEmpty: textOf(source, id) === "" }))}
        selected={part}
        onSelect={setPart}
      />
      <CodeEditor
        key={part}
        label={label}
        text={text}
        language={part === "css" ? languages.css : languages.html}
        isReadOnly={!mayEdit}
        onChange={(next) => change(changeOfText(source, part, next), `code-${part}`)}
        onStatus={setStatus}
        undo={undo}
        redo={redo}
        format={() => void format()}
        goTo={target?.part === part ? target : undefined}
        memoryKey={`${template.templateId}/${part}`}
      />
      <CodeStatusBar status={status} {...(mayEdit ? { onFormat: () => void format() } : {})} />
    </div>
  );
}
