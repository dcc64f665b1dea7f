import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { formatCount, listed } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { TemplateField, TemplateFields } from "./template-fields.ts";
import { sampleText, type FieldChoice, type FieldChoices } from "./unfilled-fields.ts";
import classes from "./unfilled-panel.module.css";

const maxNamed = 6;

const choiceOptions = [
  { value: "", label: "No value, and a warning" },
  { value: "empty", label: "Leave empty" },
  { value: "fixed", label: "One value for all rows" },
];

/** "6 fields of the template have no column: issuer.name, title and 4 others." */
function summaryOf(paths: readonly string[]): string {
  const has = paths.length === 1 ? "has" : "have";
  return `${formatCount(paths.length, "field")} of the template ${has} no column: ${listed(paths, maxNamed)}.`;
}

type FieldRowProps = {
  path: string;
  field: TemplateField;
  choice: FieldChoice | undefined;
  mistake: string | undefined;
  onChange: (choice: FieldChoice | undefined) => void;
};

function FieldRow({ path, field, choice, mistake, onChange }: FieldRowProps) {
  const text = choice?.is === "fixed" ? choice.text : undefined;
  const value = {
    "aria-label": `Value of ${path}`,
    value: text ?? "",
    error: mistake,
    spellCheck: false,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ is: "fixed", text: currentTarget.value }),
  };
  return (
    <li className={classes["field"]}>
      <code>{path}</code>
      <NativeSelect
        size="xs"
        aria-label={`Without a column: ${path}`}
        data={choiceOptions}
        value={choice?.is ?? ""}
        onChange={({ currentTarget: { value: is } }) =>
          onChange(is === "fixed" ? { is, text: sampleText(field) } : is === "empty" ? { is } : undefined)
        }
      />
      {text === undefined ? null : field.kind === "list" ? (
        <Textarea size="xs" autosize maxRows={10} {...value} />
      ) : (
        <TextInput size="xs" autoComplete="off" {...value} />
      )}
    </li>
  );
}

type UnfilledPanelProps = {
  unfilled: TemplateFields;
  choices: FieldChoices;
  mistakes: ReadonlyMap<string, string>;
  onChange: (choices: FieldChoices) => void;
};

/** The fields of the template that no column fills, and what all documents get for each. */
export function UnfilledPanel({ unfilled, choices, mistakes, onChange }: UnfilledPanelProps) {
  const paths = [...unfilled.keys()];
  if (paths.length === 0) return null;
  const isUndecided = paths.some((path) => choices[path] === undefined);
  const change = (path: string, choice: FieldChoice | undefined) => {
    const { [path]: _old, ...others } = choices;
    onChange(choice ? { ...others, [path]: choice } : others);
  };
  return (
    <Panel title="Fields without a column">
      {isUndecided ? <Notice kind="warning">{summaryOf(paths)}</Notice> : null}
      <ul className={classes["fields"]}>
        {[...unfilled].map(([path, field]) => (
          <FieldRow
            key={path}
            path={path}
            field={field}
            choice={choices[path]}
            mistake={mistakes.get(path)}
            onChange={(choice) => change(path, choice)}
          />
        ))}
      </ul>
      {paths.length > 1 && isUndecided ? (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            onChange({ ...Object.fromEntries(paths.map((path) => [path, { is: "empty" as const }])), ...choices })
          }
        >
          Leave the others empty
        </Button>
      ) : null}
    </Panel>
  );
}
