import { SegmentedControl } from "@mantine/core";
import { json } from "@codemirror/lang-json";
import type { Extension } from "@codemirror/state";
import { findJsonObjectMistake } from "@platen/contracts";
import { useState } from "react";
import { toastProblem } from "../../ui/toast.ts";
import { CodeEditor, type CodeStatus } from "../code/code-editor.tsx";
import { CodeStatusBar } from "../code/code-status-bar.tsx";
import { mistakes } from "../code/mistakes.ts";
import { useEditor, useEditorState, useSource } from "../editor-context.ts";
import { addMissing } from "./add-missing.ts";
import type { SourcePosition } from "../template-source.ts";
import { DataFormView } from "./data-form-view.tsx";
import { DataSetBar } from "./data-set-bar.tsx";
import { DataUsePanel } from "./data-use-panel.tsx";
import classes from "./data-view.module.css";
import { formatJson } from "./format-json.ts";
import { useDataUse } from "./use-data-use.ts";

const language: Extension = [json(), mistakes("json")];

type Way = "form" | "json";
const memory = "platen.data-view";

/** How the browser showed data last. A place in the data is shown in their JSON. */
function useWay(position: SourcePosition | undefined): [Way, (way: Way) => void] {
  const [way, setWay] = useState<Way>(() => (localStorage.getItem(memory) === "form" ? "form" : "json"));
  const [shown, setShown] = useState(position);
  if (position !== shown) {
    setShown(position);
    if (position?.part === "data") setWay("json");
  }
  const chooseWay = (next: Way) => {
    localStorage.setItem(memory, next);
    setWay(next);
  };
  return [way, chooseWay];
}

/** The view of the template's sample data, and of what the template uses. */
export function DataView() {
  const { template, change, undo, redo, mayEdit, show } = useEditor();
  const source = useSource();
  const dataSet = useEditorState((state) => state.dataSet);
  const lent = useEditorState((state) => state.lent);
  const position = useEditorState((state) => state.position);
  const { index, name } = dataSet;
  const own = source.dataSets[index];
  const text = (own ?? lent)?.json ?? "";
  const mayChange = mayEdit && own !== undefined;
  const [status, setStatus] = useState<CodeStatus>({ line: 1, column: 1, mistakes: 0 });
  const { use, find } = useDataUse(useSource());
  const [way, chooseWay] = useWay(position);

  function changeText(json: string, step?: string): void {
    if (own) change({ dataSets: source.dataSets.with(index, { ...own, json }) }, step);
  }

  function format(): void {
    if (!mayChange) return;
    if (findJsonObjectMistake(text)) toastProblem("Not formatted: fix the mistake in the JSON first.");
    else changeText(formatJson(text));
  }

  return (
    <div className={classes["view"]}>
      <DataSetBar />
      <div className={classes["parts"]}>
        <div className={classes["text"]}>
          {mayChange ? (
            <SegmentedControl
              size="xs"
              className={classes["ways"] ?? ""}
              aria-label="How to show the data"
              value={way}
              onChange={(chosen) => chooseWay(chosen === "form" ? "form" : "json")}
              data={[
                { value: "form", label: "Form" },
                { value: "json", label: "JSON" },
              ]}
            />
          ) : null}
          {mayChange && way === "form" ? (
            <DataFormView key={`${index}/${name}`} json={text} />
          ) : (
            <>
              <CodeEditor
                key={`${index}/${name}`}
                label={`Data set ${name}`}
                text={text}
                language={language}
                isReadOnly={!mayChange}
                onChange={(next) => changeText(next, `data-${index}`)}
                onStatus={setStatus}
                undo={undo}
                redo={redo}
                format={format}
                goTo={position?.part === "data" ? position : undefined}
                memoryKey={`${template.templateId}/data/${name}`}
              />
              <CodeStatusBar status={status} {...(mayChange ? { onFormat: format } : {})} />
            </>
          )}
        </div>
        <DataUsePanel
          use={use}
          json={text}
          onShow={show}
          onAddMissing={mayChange ? () => changeText(addMissing(text, (data) => find(data).missing)) : undefined}
        />
      </div>
    </div>
  );
}
