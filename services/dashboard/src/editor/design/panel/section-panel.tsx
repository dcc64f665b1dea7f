import { Button, Switch } from "@mantine/core";
import { useDesign } from "../design-context.ts";
import { sectionWord } from "../node-labels.ts";
import type { SectionNode, VariableNode } from "../source/nodes.ts";
import { setSection, setVariable, unwrap } from "../source/restructure.ts";
import { DraftField } from "./validated-field.tsx";
import { Group, Wide } from "./group.tsx";
import classes from "./panel.module.css";

function checkName(text: string): string | undefined {
  return /^[^\s{}#^/!&>=][^\s{}]*$/.test(text) ? undefined : "A name such as customer.name";
}

const explanations = {
  repeats: "Printed once for each item of the list.",
  if: "Printed if there is a value.",
  unless: "Printed if there is no value.",
};

/** A section of the template: which value it is about, and how. */
export function SectionPanel({ section }: { section: SectionNode }) {
  const { template, data, apply } = useDesign();
  return (
    <Group title="Section">
      <Wide>
        <p className={classes["text"]}>{explanations[sectionWord(section, data)]}</p>
        <DraftField
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
          label="Only where there is no value"
          checked={section.isInverted}
          onChange={({ currentTarget }) => apply(setSection(template, section, { isInverted: currentTarget.checked }))}
        />
      </Wide>
      <Wide>
        <Button variant="default" size="compact-sm" onClick={() => apply(unwrap(template, section))}>
          Always print it, once
        </Button>
      </Wide>
    </Group>
  );
}

/** A variable in the text. */
export function VariablePanel({ variable }: { variable: VariableNode }) {
  const { template, apply } = useDesign();
  return (
    <Group title="Variable">
      <Wide>
        <DraftField
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
          description="Only for values that you trust: they can change the whole document."
          checked={!variable.isEscaped}
          onChange={({ currentTarget }) =>
            apply(setVariable(template, variable, { isEscaped: !currentTarget.checked }))
          }
        />
      </Wide>
    </Group>
  );
}
