import { Menu } from "@mantine/core";
import { Braces, List } from "lucide-react";
import classes from "./palette.module.css";
import type { DataPath } from "../source/data-paths.ts";

/** All paths of a tree, with their depth. */
function flatten(paths: readonly DataPath[], depth = 0): { path: DataPath; depth: number }[] {
  return paths.flatMap((path) => [{ path, depth }, ...flatten(path.children, depth + 1)]);
}

type DataMenuProps = {
  paths: readonly DataPath[];
  /** Whether a path can be chosen. Other paths only head the paths below them. */
  isChoice: (path: DataPath) => boolean;
  onChoose: (path: DataPath) => void;
  empty: string;
};

/** The data as a tree of menu items, each with an example value. */
export function DataMenu({ paths, isChoice, onChoose, empty }: DataMenuProps) {
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
    return (
      <Menu.Item
        key={path.path.join(".")}
        style={indent}
        leftSection={<Icon size={13} aria-hidden />}
        rightSection={<span className={classes["example"]}>{path.example}</span>}
        onClick={() => onChoose(path)}
      >
        {path.name}
      </Menu.Item>
    );
  });
}
