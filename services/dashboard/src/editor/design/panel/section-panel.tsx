import { Button, Switch } from "@mantine/core";
import {
  type ElementNode,
  makeEdit,
  sectionKind,
  type SectionNode,
  sectionWords,
  setSection,
  setVariable,
  textKeyOf,
  unwrap,
  type VariableNode,
} from "@platen/template-source";
import { useDesign, useDesignStore } from "../design-context.ts";
import { ExpressionFields } from "./expression-fields.tsx";
import classes from "./expression.module.css";
import { Group, Wide } from "./group.tsx";
import { TextFields } from "./text-fields.tsx";
import { useTagResults } from "./use-tag-results.ts";
import { ValidatedField } from "./validated-field.tsx";

/** What the current data set makes of a section. */
function outcomeOf(value: unknown, isInverted: boolean): string {
  const isEmpty = !value || (Array.isArray(value) && value.length === 0);
  if (isEmpty !== isInverted) return "This data set does not print it.";
  if (isInverted || !Array.isArray(value)) return "This data set prints it.";
  return value.length === 1 ? "This data set prints it once." : `This data set prints it ${value.length} times.`;
}

/** The fields of a section: its value, its condition or formats, and whether it is printed. */
export function SectionPanel({ section }: { section: SectionNode }) {
  const { template, data } = useDesign((state) => state.document);
  const { apply } = useDesignStore();
  const results = useTagResults(section);
  const { written, steps } = results;
  const words = sectionWords(section, data);
  const isComplete = written !== undefined && steps.length === written.calls.length + 1;
  const isOfList = sectionKind({ ...section, isInverted: false }, data) === "repeats";
  const hasCondition = written?.calls.at(-1)?.format?.gives === "boolean";
  const inverted = isOfList ? "the list is empty" : hasCondition ? "it does not hold" : "there is no value";
  const write = (name: string, step?: string) => apply(setSection(template, section, { name }), step);
  return (
    <Group title={isOfList && !section.isInverted ? "Repetition" : "Condition"}>
      <div className={classes["stack"]}>
        <output className={classes["outcome"]}>
          Printed {words}. {isComplete ? outcomeOf(steps.at(-1)?.value, section.isInverted) : ""}
        </output>
        {written ? (
          <ExpressionFields node={section} written={written} results={results} use="section" write={write} />
        ) : (
          <WrittenField name={section.name} write={write} />
        )}
      </div>
      <Wide>
        <Switch
          size="xs"
          label={`Print only if ${inverted}`}
          checked={section.isInverted}
          onChange={({ currentTarget }) => apply(setSection(template, section, { isInverted: currentTarget.checked }))}
        />
      </Wide>
      <Wide>
        <Button variant="default" size="compact-sm" onClick={() => apply(unwrap(template, section))}>
          Remove, keep the content
        </Button>
      </Wide>
    </Group>
  );
}

type VariablePanelProps = {
  variable: VariableNode;
  /** The node that stays selected while its variable changes. */
  within?: ElementNode;
};

/** The fields of a variable: its value and its formats. */
export function VariablePanel({ variable, within }: VariablePanelProps) {
  const { template } = useDesign((state) => state.document);
  const { apply } = useDesignStore();
  const results = useTagResults(variable);
  const { written } = results;
  const isDrawn = written?.calls.at(-1)?.format?.gives === "markup";
  const change = (to: Parameters<typeof setVariable>[2], step?: string) => {
    const edit = setVariable(template, variable, to);
    apply(edit && within ? makeEdit(template, edit.changes, within) : edit, step);
  };
  const write = (name: string, step?: string) => change({ name }, step);
  const textKey = written && textKeyOf({ ...written.expression, formats: [] });
  return (
    <>
      {textKey === undefined ? null : <TextFields textKey={textKey} />}
      <Group title="What it prints">
        <div className={classes["stack"]}>
          {written ? (
            <ExpressionFields node={variable} written={written} results={results} use="value" write={write} />
          ) : (
            <WrittenField name={variable.name} write={write} />
          )}
        </div>
        {isDrawn ? null : (
          <Wide>
            <Switch
              size="xs"
              label="The value is HTML"
              description="Use this only for values that you trust. They can change the whole document."
              checked={!variable.isEscaped}
              onChange={({ currentTarget }) => change({ isEscaped: !currentTarget.checked })}
            />
          </Wide>
        )}
      </Group>
    </>
  );
}

/** The text of a tag that cannot be read, to be mended. */
function WrittenField({ name, write }: { name: string; write: (name: string, step: string) => void }) {
  return (
    <ValidatedField
      label="Text of the tag"
      description="It has a mistake, so the template cannot be saved."
      value={name}
      check={() => undefined}
      onChange={(text) => {
        if (text !== "") write(text, "text of the tag");
      }}
    />
  );
}
