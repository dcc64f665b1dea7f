import { Button, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { SourcePosition } from "../template-source.ts";
import type { DataUse, NameReference } from "./data-use.ts";
import classes from "./data-use-panel.module.css";
import { findInJson } from "./find-in-json.ts";

type DataUsePanelProps = {
  use: DataUse;
  json: string;
  onShow: (position: SourcePosition) => void;
  /** Adds a sample value for each missing name; undefined where the data cannot be changed. */
  onAddMissing: (() => void) | undefined;
};

const sigils = { value: "", section: "#", inverted: "^" } as const;

function Name({ reference, onShow }: { reference: NameReference; onShow: (position: SourcePosition) => void }) {
  const { name, kind, within, position, count, meant } = reference;
  const where = within.length === 0 ? "" : ` in ${within.join(", ")}`;
  return (
    <li>
      <UnstyledButton className={classes["name"]} onClick={() => onShow(position)}>
        <code>
          {sigils[kind]}
          {name}
        </code>
        <span className={classes["where"]}>
          {where}
          {count > 1 ? ` × ${count}` : ""}
        </span>
      </UnstyledButton>
      {meant === undefined ? null : (
        <div className={classes["where"]}>
          Did you mean <code>{meant}</code>?
        </div>
      )}
    </li>
  );
}

type GroupProps = { title: string; text: string; isWarning?: boolean; children: ReactNode[] };

function Group({ title, text, isWarning = false, children }: GroupProps) {
  return (
    <section className={classes["group"]} data-warning={isWarning && children.length > 0 ? true : undefined}>
      <h2 className={classes["title"]}>
        {title} <span className={classes["count"]}>{children.length}</span>
      </h2>
      {children.length === 0 ? (
        <p className={classes["text"]}>{text}</p>
      ) : (
        <ul className={classes["names"]}>{children}</ul>
      )}
    </section>
  );
}

/** Lists the names that the data set lacks, the values that the template never uses, and the names in use. */
export function DataUsePanel({ use, json, onShow, onAddMissing }: DataUsePanelProps) {
  const nameOf = (reference: NameReference) => {
    const { kind, name, within } = reference;
    return <Name key={JSON.stringify([kind, name, within])} reference={reference} onShow={onShow} />;
  };
  return (
    <aside className={classes["panel"]} aria-label="Data usage">
      <Group title="Missing" text="This data set has every value that the template uses." isWarning>
        {use.missing.map(nameOf)}
      </Group>
      {onAddMissing && use.missing.length > 0 ? (
        <Button variant="default" size="compact-sm" mt="xs" onClick={onAddMissing}>
          Add the missing values
        </Button>
      ) : null}
      <Group title="Never used" text="The template uses every value.">
        {use.unused.map((path) => (
          <li key={path}>
            <UnstyledButton
              className={classes["name"]}
              onClick={() => {
                const offset = findInJson(json, path);
                if (offset !== undefined) onShow({ part: "data", offset });
              }}
            >
              <code>{path}</code>
            </UnstyledButton>
          </li>
        ))}
      </Group>
      <Group title="Used" text="The template uses no values yet.">
        {use.found.map(nameOf)}
      </Group>
    </aside>
  );
}
