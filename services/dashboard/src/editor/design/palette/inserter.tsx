import { Button, Tooltip } from "@mantine/core";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import {
  Braces,
  Columns2,
  Heading,
  Image,
  Minus,
  PanelBottom,
  PanelTop,
  Plus,
  Puzzle,
  Stamp,
  Search,
  SeparatorHorizontal,
  Table,
  Type,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useBrand } from "../../../library/brand/use-brand.ts";
import { useLibrary } from "../../../library/use-library.ts";
import { useSource } from "../../editor-context.ts";
import type { ReplacedText } from "../design-commands.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { flattenPaths, isField, pathsOf, removeParagraph } from "@platen/template-source";
import { useInsert } from "./use-insert.ts";
import classes from "./palette.module.css";

type Item = {
  label: string;
  /** Other words that find it. */
  words: string;
  detail?: string;
  icon: LucideIcon;
  onChoose: () => void;
};

const iconSize = 16;
/** More fields than this need a search. */
const mostFields = 8;

/** Finds anything that can be inserted by a few letters. `/` opens it. */
export function Inserter({ onPicture }: { onPicture: () => void }) {
  const { template, data } = useDesign((state) => state.document);
  const { apply, serve, openInserter } = useDesignStore();
  const [[store, spotlight]] = useState(createSpotlight);
  const [replaced, setReplaced] = useState<ReplacedText>();
  const insert = useInsert(replaced?.element);
  const { snippets } = useLibrary();
  const source = useSource();
  const { brand, logo } = useBrand();
  const legalLine = brand?.legalLine ?? "";
  const [text, setText] = useState("");
  const paths = useMemo(() => flattenPaths(pathsOf(data)), [data]);
  useEffect(() => {
    const open = (next: ReplacedText | undefined) => {
      setReplaced(next);
      spotlight.open();
    };
    return serve({ openInserter: open });
  }, [serve, spotlight]);

  const elements: Item[] = [
    { label: "Text", words: "paragraph words", icon: Type, onChoose: insert.text },
    { label: "Heading", words: "title headline", icon: Heading, onChoose: insert.heading },
    { label: "Picture", words: "image logo photo", icon: Image, onChoose: onPicture },
    { label: "Table", words: "grid cells rows", icon: Table, onChoose: insert.plainTable },
    ...paths
      .filter(({ kind }) => kind === "list")
      .map((path) => ({
        label: `Table of ${path.path.join(".")}`,
        words: "list rows items repeat",
        detail: path.example,
        icon: Table,
        onChoose: () => insert.table(path),
      })),
    ...[2, 3, 4].map((count) => ({
      label: `${count} columns`,
      words: "side by side layout",
      icon: Columns2,
      onChoose: () => insert.columns(count),
    })),
    { label: "Divider", words: "line rule separator", icon: Minus, onChoose: insert.divider },
    { label: "Page break", words: "new next page", icon: SeparatorHorizontal, onChoose: insert.pageBreak },
    { label: "Page header", words: "top", icon: PanelTop, onChoose: insert.header },
    { label: "Page footer", words: "bottom page numbers", icon: PanelBottom, onChoose: insert.footer },
    ...snippets.map(({ name }) => ({
      label: `Snippet ${name}`,
      words: "block part",
      icon: Puzzle,
      onChoose: () => insert.snippet(name),
    })),
    ...(logo ? [{ label: "Logo", words: "brand picture", icon: Stamp, onChoose: () => insert.logo(logo) }] : []),
    ...(legalLine === ""
      ? []
      : [
          { label: "Legal line", words: "brand small print", icon: Stamp, onChoose: () => insert.legalLine(legalLine) },
        ]),
    ...(legalLine === "" || source.settings.footer !== undefined
      ? []
      : [
          {
            label: "Page footer with the legal line",
            words: "brand bottom",
            icon: Stamp,
            onChoose: () => insert.legalFooter(legalLine),
          },
        ]),
  ];
  const fields: Item[] = paths.filter(isField).map((path) => ({
    label: path.path.join("."),
    words: "field variable value data",
    detail: path.example,
    icon: Braces,
    onChoose: () => insert.variable(path),
  }));
  const wanted = text.trim().toLowerCase().split(/\s+/);
  const find = (items: readonly Item[]) =>
    items.filter(({ label, words }) => wanted.every((word) => `${label} ${words}`.toLowerCase().includes(word)));
  const groups = [
    { label: "Elements", items: find(elements) },
    { label: "Fields", items: find(fields).slice(0, mostFields) },
  ].filter(({ items }) => items.length > 0);

  return (
    <>
      <Tooltip label="Anything, by its name (/)" position="bottom">
        <Button
          variant="light"
          size="compact-sm"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => openInserter()}
        >
          Insert
        </Button>
      </Tooltip>
      <Spotlight.Root
        store={store}
        query={text}
        onQueryChange={setText}
        shortcut={null}
        radius="lg"
        yOffset="12vh"
        overlayProps={{ backgroundOpacity: 0.35, blur: 1 }}
        // The inserted text gets the focus, or else the document.
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        onSpotlightClose={() => {
          setText("");
          // Nothing took its place.
          if (replaced?.isNew) apply(removeParagraph(template, replaced.element), "paragraph");
          document.querySelector<HTMLElement>("[data-document]")?.focus();
        }}
        title="Insert"
        classNames={{ header: "unseen", content: classes["inserter"] ?? "", search: classes["search"] ?? "" }}
        scrollable
        maxHeight={440}
      >
        <Spotlight.Search
          placeholder="Insert a text, a table, a field …"
          aria-label="Insert a text, a table, a field"
          leftSection={<Search size={iconSize} aria-hidden />}
        />
        <Spotlight.ActionsList>
          {groups.map(({ label, items }) => (
            <Spotlight.ActionsGroup key={label} label={label}>
              {items.map((item) => (
                <Spotlight.Action
                  key={item.label}
                  label={item.label}
                  leftSection={<item.icon size={iconSize} aria-hidden />}
                  rightSection={<span className={classes["example"]}>{item.detail}</span>}
                  onClick={() => {
                    item.onChoose();
                    setReplaced(undefined);
                  }}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
          {groups.length === 0 ? <Spotlight.Empty>Nothing has this name.</Spotlight.Empty> : null}
        </Spotlight.ActionsList>
      </Spotlight.Root>
    </>
  );
}
