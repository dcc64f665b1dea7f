import { Menu } from "@mantine/core";
import {
  Columns2,
  Heading,
  Image,
  Minus,
  PanelBottom,
  Puzzle,
  SeparatorHorizontal,
  Stamp,
  Table,
  Type,
} from "lucide-react";
import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { useProject } from "../../../components/project-context.ts";
import { useBrand } from "../../../library/brand/use-brand.ts";
import { useLibrary } from "../../../library/use-library.ts";
import { paths as addresses } from "../../../paths.ts";
import { useEditor, useSource } from "../../editor-context.ts";
import { useDesign } from "../design-context.ts";
import { flattenPaths, pathsOf } from "@platen/template-source";
import { ToolButton } from "../tool-button.tsx";
import { useOneTabStop } from "../use-one-tab-stop.ts";
import { DataMenu } from "./data-menu.tsx";
import { FieldMenu } from "./field-menu.tsx";
import { ImageDialog } from "./image-dialog.tsx";
import { Inserter } from "./inserter.tsx";
import { InsertMenu } from "./insert-menu.tsx";
import { insertTool } from "./insert-tool.ts";
import { toolsThatFit } from "./tools-that-fit.ts";
import classes from "./palette.module.css";
import { useInsert } from "./use-insert.ts";

/** The logo and the legal line of the project. */
function BrandMenu({ hasWord }: { hasWord: boolean }) {
  const { projectId } = useProject();
  const { brand, logo } = useBrand();
  const { settings } = useSource();
  const insert = useInsert();
  const legalLine = brand?.legalLine ?? "";
  return (
    <InsertMenu label="Brand" icon={Stamp} hasWord={hasWord}>
      {logo ? <Menu.Item onClick={() => insert.logo(logo)}>Logo</Menu.Item> : null}
      {legalLine === "" ? null : <Menu.Item onClick={() => insert.legalLine(legalLine)}>Legal line</Menu.Item>}
      {legalLine === "" || settings.footer !== undefined ? null : (
        <Menu.Item onClick={() => insert.legalFooter(legalLine)}>Page footer with the legal line</Menu.Item>
      )}
      {logo || legalLine !== "" ? null : <Menu.Label>The brand has no logo and no legal line yet.</Menu.Label>}
      <Menu.Item component={Link} to={addresses.brand({ projectId })}>
        Change the brand
      </Menu.Item>
    </InsertMenu>
  );
}

/** The buttons that insert elements after the selected one, or at the end. */
export function Palette() {
  const { data } = useDesign((state) => state.document);
  const insert = useInsert();
  const { snippets } = useLibrary();
  const { show } = useEditor();
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const toolbar = useRef<HTMLDivElement>(null);
  useOneTabStop(toolbar);
  const { shown, hasWords } = toolsThatFit(width);
  const [isImageOpen, setIsImageOpen] = useState(false);
  const paths = useMemo(() => pathsOf(data), [data]);
  const all = flattenPaths(paths);
  return (
    <div ref={useMergedRef(toolbar, sizeRef)} role="toolbar" aria-label="Insert" className={classes["palette"]}>
      <Inserter onPicture={() => setIsImageOpen(true)} />
      {shown.has("Heading") ? (
        <ToolButton {...insertTool("Heading", Heading, hasWords)} onClick={insert.heading} />
      ) : null}
      {shown.has("Text") ? <ToolButton {...insertTool("Text", Type, hasWords)} onClick={insert.text} /> : null}
      <FieldMenu label="Variable" hasWord={hasWords} />
      {shown.has("Table") ? (
        <InsertMenu label="Table" icon={Table} hasWord={hasWords}>
          <Menu.Item onClick={insert.plainTable}>A plain table</Menu.Item>
          <Menu.Label>A row for each item of</Menu.Label>
          <DataMenu
            paths={paths}
            isChoice={({ kind }) => kind === "list"}
            onChoose={(path) => insert.table(path)}
            empty="The data has no list yet."
          />
          {all.some(({ kind }) => kind === "list") ? null : (
            <Menu.Item onClick={() => show({ part: "data", offset: 0 })}>Open the data to add a list</Menu.Item>
          )}
        </InsertMenu>
      ) : null}
      {shown.has("Picture") ? (
        <ToolButton {...insertTool("Picture", Image, hasWords)} onClick={() => setIsImageOpen(true)} />
      ) : null}
      {shown.has("Brand") ? <BrandMenu hasWord={hasWords} /> : null}
      {shown.has("Snippet") ? (
        <InsertMenu label="Snippet" icon={Puzzle} hasWord={hasWords}>
          {snippets.length === 0 ? (
            <Menu.Label>The project has no snippets yet.</Menu.Label>
          ) : (
            snippets.map(({ snippetId, name }) => (
              <Menu.Item
                key={snippetId}
                leftSection={<Puzzle size={13} aria-hidden />}
                onClick={() => insert.snippet(name)}
              >
                {name}
              </Menu.Item>
            ))
          )}
        </InsertMenu>
      ) : null}
      {shown.has("Columns") ? (
        <InsertMenu label="Columns" icon={Columns2} hasWord={hasWords}>
          {[2, 3, 4].map((count) => (
            <Menu.Item key={count} onClick={() => insert.columns(count)}>
              {count} columns
            </Menu.Item>
          ))}
        </InsertMenu>
      ) : null}
      {shown.has("Divider") ? (
        <ToolButton {...insertTool("Divider", Minus, hasWords)} onClick={insert.divider} />
      ) : null}
      {shown.has("Page break") ? (
        <ToolButton {...insertTool("Page break", SeparatorHorizontal, hasWords)} onClick={insert.pageBreak} />
      ) : null}
      {shown.has("Header or footer") ? (
        <InsertMenu label="Header or footer" icon={PanelBottom} hasWord={hasWords}>
          <Menu.Item onClick={insert.header}>Page header</Menu.Item>
          <Menu.Item onClick={insert.footer}>Page footer with page numbers</Menu.Item>
        </InsertMenu>
      ) : null}
      <ImageDialog
        isOpen={isImageOpen}
        onClose={() => setIsImageOpen(false)}
        texts={all.filter(({ kind }) => kind === "text")}
        onInsert={insert.picture}
      />
    </div>
  );
}
