import { NativeSelect } from "@mantine/core";
import { useMemo } from "react";
import {
  type DataPath,
  type Edit,
  type ElementNode,
  flattenPaths,
  makeEdit,
  mayMove,
  nameAmong,
  pathsOf,
  scopeAt,
  sectionKind,
  type SectionNode,
  sectionsAlone,
  sectionsAround,
  sectionWords,
  setSection,
  showNodes,
  type TemplateNode,
  unwrap,
  wrapInSection,
} from "@platen/template-source";
import { useDesign, useDesignStore } from "../design-context.ts";
import { Group, Wide } from "./group.tsx";

/** Parts of tables that rows need in the same number, and parts that are printed once. */
const unconditional = new Set(["td", "th", "col", "colgroup", "html", "head", "body"]);

/** What the text of a section's tag says, as the value of an option. */
type Condition = Pick<SectionNode, "name" | "isInverted">;

const always = "";

function optionOf({ name, isInverted }: Condition): string {
  return `${isInverted ? "^" : "#"}${name}`;
}

function conditionOf(option: string): Condition {
  return { name: option.slice(1), isInverted: option.startsWith("^") };
}

/** Each path of the data that a name leads to where a node is, with this name. */
function namesAt(data: unknown, node: TemplateNode): { name: string; kind: DataPath["kind"] }[] {
  const paths = pathsOf(data);
  const scope = scopeAt(node);
  return flattenPaths(paths).flatMap(({ path, kind }) => {
    const found = nameAmong(paths, scope, path);
    return found?.sections.length === 0 && found.name !== "." ? [{ name: found.name, kind }] : [];
  });
}

type Name = ReturnType<typeof namesAt>[number];

/** The conditions that values of the data make. */
function conditionsOf(names: readonly Name[]): { value: string; label: string }[] {
  return names.flatMap(({ name, kind }) => {
    const written = kind === "list" ? `${name} | present` : name;
    return [
      {
        value: optionOf({ name: written, isInverted: false }),
        label: kind === "list" ? `${name} is not empty` : name,
      },
      {
        value: optionOf({ name: written, isInverted: true }),
        label: kind === "list" ? `${name} is empty` : `not ${name}`,
      },
    ];
  });
}

/** Whether several elements are printed. */
export function ShowSeveralPanel({ elements }: { elements: readonly [ElementNode, ...ElementNode[]] }) {
  const { template, data } = useDesign((state) => state.document);
  const { act } = useDesignStore();
  const [first] = elements;
  const section = sectionsAround(template, elements).findLast((one) => sectionKind(one, data) !== "repeats");
  const names = useMemo(() => namesAt(data, section ?? first), [data, section, first]);
  if (elements.some((element) => unconditional.has(element.name) || !mayMove(element))) return null;
  return (
    <Group title="Show">
      <Wide>
        <Choice
          label="Show if"
          section={section}
          none="Always"
          options={conditionsOf(names)}
          onChoose={(option) =>
            act(
              showNodes(
                template,
                { nodes: elements, known: section },
                option === always ? undefined : conditionOf(option),
              ),
              option === always ? "Always shown" : "Shown by a condition",
            )
          }
        />
      </Wide>
    </Group>
  );
}

/** Whether an element is printed, and how often: each choice writes a section around it. */
export function ShowPanel({ element }: { element: ElementNode }) {
  const { template, data } = useDesign((state) => state.document);
  const { act } = useDesignStore();
  const sections = useMemo(() => sectionsAlone(template, element), [template, element]);
  const outermost = sections.at(-1) ?? element;
  const names = useMemo(() => namesAt(data, outermost), [data, outermost]);
  if (unconditional.has(element.name) || !mayMove(element)) return null;
  const repeat = sections.find((section) => sectionKind(section, data) === "repeats");
  const condition = sections.find((section) => section !== repeat);

  /** Keeps the element selected, whatever is written around it. */
  const change = (edit: Edit | undefined, done: string) => act(edit && makeEdit(template, edit.changes, element), done);
  const choose = (section: SectionNode | undefined, around: TemplateNode, option: string) => {
    if (option === always) return section && unwrap(template, section);
    return section
      ? setSection(template, section, conditionOf(option))
      : wrapInSection(template, around, conditionOf(option));
  };
  return (
    <Group title="Show">
      <Wide>
        <Choice
          label="Show if"
          section={condition}
          none="Always"
          options={conditionsOf(names)}
          onChoose={(option) =>
            change(choose(condition, outermost, option), option === always ? "Always shown" : "Shown by a condition")
          }
        />
      </Wide>
      <Wide>
        <Choice
          label="Repeat for each of"
          section={repeat}
          none="No repetition"
          options={names
            .filter(({ kind }) => kind === "list")
            .map(({ name }) => ({ value: optionOf({ name, isInverted: false }), label: name }))}
          onChoose={(option) =>
            change(choose(repeat, element, option), option === always ? "Not repeated" : "Repeated for each item")
          }
        />
      </Wide>
    </Group>
  );
}

type ChoiceProps = {
  label: string;
  section: SectionNode | undefined;
  none: string;
  options: readonly { value: string; label: string }[];
  onChoose: (option: string) => void;
};

function Choice({ label, section, none, options, onChoose }: ChoiceProps) {
  const { data } = useDesign((state) => state.document);
  const value = section ? optionOf(section) : always;
  // A condition with formats, which the panel of the section edits.
  const isOther = section && !options.some((option) => option.value === value);
  const other = isOther ? [{ value, label: sectionWords(section, data).replace(/^if /, "") }] : [];
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      data={[{ value: always, label: none }, ...other, ...options]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
