import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { Place } from "../editor-context.ts";
import type { AskedName, DataUse } from "./data-use.ts";
import classes from "./data-use-panel.module.css";
import { findInJson } from "./find-in-json.ts";

type DataUsePanelProps = { use: DataUse; json: string; onShow: (place: Place) => void };

const sigils = { value: "", section: "#", inverted: "^" } as const;

function Name({ asked, onShow }: { asked: AskedName; onShow: (place: Place) => void }) {
  const { name, kind, within, place, count } = asked;
  const where = within.length === 0 ? "" : ` in ${within.join(", ")}`;
  return (
    <li>
      <UnstyledButton className={classes["name"]} onClick={() => onShow(place)}>
        <code>
          {sigils[kind]}
          {name}
        </code>
        <span className={classes["where"]}>
          {where}
          {count > 1 ? ` × ${count}` : ""}
        </span>
      </UnstyledButton>
    </li>
  );
}

type GroupProps = { title: string; text: string; isWarning?: boolean; children: ReactNode[] };

function Group({ title, text, isWarning = false, children }: GroupProps) {
  return (
    <section className={classes["group"]} data-warning={isWarning && children.length > 0 ? true : undefined}>
      <h3 className={classes["title"]}>
        {title} <span className={classes["count"]}>{children.length}</span>
      </h3>
      {children.length === 0 ? (
        <p className={classes["text"]}>{text}</p>
      ) : (
        <ul className={classes["names"]}>{children}</ul>
      )}
    </section>
  );
}

/** Which names the template asks for, which of them this data set lacks, and which of its values nothing asks for. */
export function DataUsePanel({ use, json, onShow }: DataUsePanelProps) {
  const nameOf = (asked: AskedName) => (
    <Name key={JSON.stringify([asked.kind, asked.name, asked.within])} asked={asked} onShow={onShow} />
  );
  return (
    <aside className={classes["panel"]} aria-label="Use of the data">
      <Group title="Missing" text="This data set has every name that the template asks for." isWarning>
        {use.missing.map(nameOf)}
      </Group>
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
      <Group title="Used" text="The template asks for nothing yet.">
        {use.found.map(nameOf)}
      </Group>
    </aside>
  );
}
