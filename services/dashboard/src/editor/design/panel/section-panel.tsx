import { Button, Switch } from "@mantine/core";
import { useDesign } from "../design-context.ts";
import { sectionKind } from "../node-labels.ts";
import type { SectionNode, VariableNode } from "../source/nodes.ts";
import { setSection, setVariable, unwrap } from "../source/restructure.ts";
import { ValidatedField } from "./validated-field.tsx";
import { Group, Wide } from "./group.tsx";
import classes from "./panel.module.css";

function checkName(text: string): string | undefined {
  return /^[^\s{}#^/!&>=][^\s{}]*$/.test(text) ? undefined : "Use a name such as customer.name";
}

const explanations = {
  repeats: "Printed once for each item of the list.",
  if: "Printed if there is a value.",
  unless: "Printed if there is no value.",
};

/** The fields of a section: its value, and when it is printed. */
export function SectionPanel({ section }: { section: SectionNode }) {
  const { template, data, apply } = useDesign();
  return (
    <Group title="Section">
      <Wide>
        <p className={classes["text"]}>{explanations[sectionKind(section, data)]}</p>
        <ValidatedField
          label="Value"
          value={section.name}
          check={checkName}
          onChange={(name) => {
            if (name !== "") apply(setSection(template, section, { name }), "section name");
          }}
        />
      </Wide>
      <Wide>
        <Switch
          size="xs"
          label="Print only if there is no value"
          checked={section.isInverted}
          onChange={({ currentTarget }) => apply(setSection(template, section, { isInverted: currentTarget.checked }))}
        />
      </Wide>
      <Wide>
        <Button variant="default" size="compact-sm" onClick={() => apply(unwrap(template, section))}>
          Remove the section, keep its content
        </Button>
      </Wide>
    </Group>
  );
}

/** The fields of a variable. */
export function VariablePanel({ variable }: { variable: VariableNode }) {
  const { template, apply } = useDesign();
  return (
    <Group title="Variable">
      <Wide>
        <ValidatedField
          label="Value"
          value={variable.name}
          check={(text) => (text === "." ? undefined : checkName(text))}
          onChange={(name) => {
            if (name !== "") apply(setVariable(template, variable, { name }), "variable name");
          }}
        />
      </Wide>
      <Wide>
        <Switch
          size="xs"
          label="The value is HTML"
          description="Use this only for values that you trust. They can change the whole document."
          checked={!variable.isEscaped}
          onChange={({ currentTarget }) =>
            apply(setVariable(template, variable, { isEscaped: !currentTarget.checked }))
          }
        />
      </Wide>
    </Group>
  );
}
