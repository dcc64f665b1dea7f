import { Button, Menu } from "@mantine/core";
import { keyFault } from "@platen/contracts";
import { builtins, namesMade } from "@platen/formats";
import { isExpression, readExpression } from "@platen/mustache";
import { ListTree } from "lucide-react";
import { useMemo, useRef } from "react";
import {
  addFormat,
  addFormatBefore,
  bringsMade,
  type DataPath,
  nameAmong,
  type NameAt,
  numbersFirst,
  pathsOf,
  scopeAt,
  type SectionNode,
  setSubject,
  suggestFormat,
  type TagUse,
  type VariableNode,
  type WrittenExpression,
} from "@platen/template-source";
import { useSource } from "../../editor-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign } from "../design-context.ts";
import { DataMenu } from "../palette/data-menu.tsx";
import classes from "./expression.module.css";
import { FormatList, Result } from "./format-list.tsx";
import { FormatPicker } from "./format-picker.tsx";
import type { TagResults } from "./use-tag-results.ts";
import { ValidatedField } from "./validated-field.tsx";

const mostNames = 500;

function checkSubject(text: string): string | undefined {
  const [builtin] = text.slice(1).split(".");
  const isKnown = !text.startsWith("@") || builtins.some(({ name }) => name === builtin);
  if (builtin === "t" && text.startsWith("@")) {
    const fault = text.length <= 3 ? "has no name yet" : keyFault(text.slice(3));
    return fault === undefined ? undefined : `The key ${fault}. Use a key such as @t.invoice.due`;
  }
  if (!isKnown) return `Platen brings ${builtins.map(({ name }) => `@${name}`).join(", ")}`;
  const isRead = isExpression(text)
    ? readExpression(text).expression?.formats.length === 0
    : /^[^\s{}#^/!&>=][^\s{}]*$/.test(text);
  return isRead ? undefined : "Use a name such as customer.name";
}

type ExpressionFieldsProps = {
  node: VariableNode | SectionNode;
  written: WrittenExpression;
  results: TagResults;
  use: TagUse;
  write: (text: string, step?: string) => void;
};

/** The fields of what a tag says: its value, and its formats with their results for the current data set. */
export function ExpressionFields({
  node,
  written,
  results: { steps, tryOut, scope: values },
  use,
  write,
}: ExpressionFieldsProps) {
  const { settings } = useSource();
  const { locale } = useTexts();
  const { data } = useDesign((state) => state.document);
  const paths = useMemo(() => pathsOf(data), [data]);
  const scope = scopeAt(node);
  const made = useMemo(
    () => (values && scopeAt(node).some(bringsMade) ? pathsOfItem(values.lookUp(".")) : []),
    [values, node],
  );
  const names = useMemo(() => [...madeAt(scopeAt(node)), ...namesAt(paths, scopeAt(node))], [paths, node]);
  const last = steps.at(-1);
  const isComplete = steps.length === written.calls.length + 1;
  const value = isComplete ? last?.value : undefined;
  const context = { fields: numbersFirst(value), currency: settings.currency };
  const suggested =
    use === "value" && written.calls.length === 0 ? suggestFormat(value, { ...settings, language: locale }) : undefined;

  function nameOf({ path }: DataPath): NameAt | undefined {
    if (!made.some(({ name }) => name === path[0])) return nameAmong(paths, scope, path);
    return path.includes("*") ? undefined : { name: path.join("."), sections: [] };
  }

  const picker = useRef<HTMLInputElement>(null);
  /** Writes what removes the element with the focus, which would otherwise be lost. */
  const writeAndFocus = (text: string): void => {
    write(text);
    requestAnimationFrame(() => picker.current?.focus());
  };

  return (
    <>
      <ValidatedField
        label="Value"
        value={written.subject}
        check={checkSubject}
        onChange={(subject) => {
          if (subject !== "") write(setSubject(written, subject), "value");
        }}
      />
      <Menu position="bottom-end" width={260} returnFocus>
        <Menu.Target>
          <Button
            style={{ justifySelf: "start", marginTop: "-0.25rem" }}
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<ListTree size={13} aria-hidden />}
          >
            Choose from the data
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes["menu"] ?? ""}>
          <DataMenu
            paths={[...made, ...paths.filter(({ name }) => !made.some((one) => one.name === name))]}
            isChoice={(path) => nameOf(path)?.sections.length === 0}
            onChoose={(path) => {
              const found = nameOf(path);
              if (found) write(setSubject(written, found.name));
            }}
            empty="The data has no values yet."
          />
        </Menu.Dropdown>
      </Menu>
      {steps.length === 0 ? (
        <p style={{ margin: 0, color: "var(--soft)", fontSize: "0.75rem" }}>
          This data set does not print this place, so there is no result.
        </p>
      ) : (
        <Result step={steps[0]} />
      )}
      {suggested === undefined ? null : (
        <Button
          variant="light"
          size="compact-xs"
          className={classes["suggestion"] ?? ""}
          onClick={() => writeAndFocus(addFormat(written, suggested.call))}
        >
          Print as {suggested.call}: {suggested.example}
        </Button>
      )}
      <FormatList written={written} steps={steps} names={names} write={write} onRemove={writeAndFocus} />
      <FormatPicker
        // A new one forgets what was searched for the last format.
        key={written.calls.length}
        ref={picker}
        label={use === "section" ? "Add a condition or format" : "Add a format"}
        value={value}
        use={use}
        context={context}
        tryOut={(call) => tryOut(addFormat(written, call))}
        places={written.calls.flatMap(({ call }, index) => {
          const step = steps[index];
          return step ? [{ index, before: call.name, value: step.value }] : [];
        })}
        onPick={(call, before) =>
          writeAndFocus(before === undefined ? addFormat(written, call) : addFormatBefore(written, before, call))
        }
      />
    </>
  );
}

/** The values of an item that formats made: those of a group, for example. An item without names is a dot. */
function pathsOfItem(item: unknown): DataPath[] {
  const paths = pathsOf(item);
  return paths.length > 0 ? paths : pathsOf({ ".": item });
}

/** The names that the formats of sections make. */
function madeAt(scope: readonly SectionNode[]): string[] {
  return scope.flatMap(({ expression, isInverted }) => (expression && !isInverted ? namesMade(expression) : []));
}

/** The names of the data that a tag inside sections can use. */
function namesAt(paths: readonly DataPath[], scope: readonly SectionNode[]): string[] {
  const names: string[] = [];
  const collect = (inner: readonly DataPath[]): void => {
    for (const path of inner) {
      if (names.length >= mostNames) return;
      const found = nameAmong(paths, scope, path.path);
      if (found?.sections.length === 0) names.push(found.name);
      collect(path.children);
    }
  };
  collect(paths);
  return names;
}
