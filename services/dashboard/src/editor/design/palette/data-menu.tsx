import { Menu } from "@mantine/core";
import { Braces, CornerDownRight, List } from "lucide-react";
import { Fragment } from "react";
import { chipLabel, type DataPath, withFormat } from "@platen/template-source";
import classes from "./palette.module.css";

/** All paths of a tree, with their depth. */
function flatten(paths: readonly DataPath[], depth = 0): { path: DataPath; depth: number }[] {
  return paths.flatMap((path) => [{ path, depth }, ...flatten(path.children, depth + 1)]);
}

/** A format for a value, with the value as it prints it. */
export type SuggestedFormat = { call: string; example: string };

type DataMenuProps = {
  paths: readonly DataPath[];
  /** Whether a path can be chosen. Other paths only head the paths below them. */
  isChoice: (path: DataPath) => boolean;
  /** The format to offer beside the plain value. */
  suggest?: (path: DataPath) => SuggestedFormat | undefined;
  onChoose: (path: DataPath, call?: string) => void;
  empty: string;
};

/** The data as a tree of menu items, each with an example value. */
export function DataMenu({ paths, isChoice, suggest, onChoose, empty }: DataMenuProps) {
  const all = flatten(paths);
  const shown = all.filter(
    ({ path }) => isChoice(path) || flatten(path.children).some((inner) => isChoice(inner.path)),
  );
  if (shown.length === 0) return <Menu.Label>{empty}</Menu.Label>;
  return shown.map(({ path, depth }) => {
    const indent = { paddingLeft: `${0.6 + depth * 0.9}rem` };
    const Icon = path.kind === "list" ? List : Braces;
    if (!isChoice(path)) {
      return (
        <Menu.Label key={path.path.join(".")} style={indent}>
          {path.name}
        </Menu.Label>
      );
    }
    const suggested = suggest?.(path);
    return (
      <Fragment key={path.path.join(".")}>
        <Menu.Item
          style={indent}
          leftSection={<Icon size={13} aria-hidden />}
          rightSection={<span className={classes["example"]}>{path.example}</span>}
          onClick={() => onChoose(path)}
        >
          {path.name}
        </Menu.Item>
        {suggested ? (
          <Menu.Item
            style={indent}
            leftSection={<CornerDownRight size={13} aria-hidden />}
            rightSection={<span className={classes["example"]}>{suggested.example}</span>}
            onClick={() => onChoose(path, suggested.call)}
          >
            {chipLabel(withFormat(path.name, suggested.call))}
          </Menu.Item>
        ) : null}
      </Fragment>
    );
  });
}
