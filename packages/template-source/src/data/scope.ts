import { isExpression, readExpression } from "@platen/mustache";
import { findPath, pathsOf, type DataPath } from "./data-paths.ts";
import { ancestorsOf } from "../model/find-node.ts";
import type { SectionNode, TemplateNode } from "../model/nodes.ts";
import type { Gap } from "../model/gap.ts";

/** The sections around a node, outermost first. */
export function scopeAt(node: TemplateNode): SectionNode[] {
  return ancestorsOf(node)
    .filter((ancestor) => ancestor.kind === "section")
    .toReversed();
}

/** The sections around a gap, outermost first. */
export function scopeOf(gap: Gap): SectionNode[] {
  if (!gap.node) return [];
  const isInside = gap.where !== "before" && gap.where !== "after";
  const around = scopeAt(gap.node);
  return isInside && gap.node.kind === "section" ? [...around, gap.node] : around;
}

/** How to write a path of the data: the name, and the sections that must be opened around it. */
export type NameAt = { name: string; sections: string[] };

/**
 * Finds how to write a path of the data inside sections. Undefined if a nearer value with the same name hides it, so
 * that no name leads to it.
 */
export function nameAt(data: unknown, scope: readonly SectionNode[], steps: readonly string[]): NameAt | undefined {
  return nameAmong(pathsOf(data), scope, steps);
}

/** The same for paths that are known already. */
export function nameAmong(
  paths: readonly DataPath[],
  scope: readonly SectionNode[],
  steps: readonly string[],
): NameAt | undefined {
  const scopes = resolveScopes(paths, scope);
  const sections: string[] = [];
  let owner = innermostAround(scopes, steps);
  let rest = steps.slice(owner.length);
  for (let item = rest.indexOf("*"); item !== -1; item = rest.indexOf("*")) {
    const list = item === 0 ? "." : rest.slice(0, item).join(".");
    if (item === 0 || !leadsTo(paths, scopes, list, [...owner, ...rest.slice(0, item)])) return undefined;
    sections.push(list);
    owner = [...owner, ...rest.slice(0, item + 1)];
    scopes.push([...owner]);
    rest = rest.slice(item + 1);
  }
  const name = rest.length === 0 ? "." : rest.join(".");
  return name === "." || leadsTo(paths, scopes, name, steps) ? { name, sections } : undefined;
}

/** The paths of the items that a section repeats; none for a section of anything but a list of the data. */
export function itemsOf(data: unknown, section: SectionNode): readonly DataPath[] {
  const paths = pathsOf(data);
  const scope = resolveScopes(paths, [...scopeAt(section), section]).at(-1);
  return bringsMade(section) || scope?.at(-1) !== "*" ? [] : (findPath(paths, scope.slice(0, -1))?.children ?? []);
}

/** The formats whose items are those of the list before them. */
const keepItems = new Set(["sort", "reverse", "where", "take", "skip", "unique"]);

/** Whether a section brings the values that its formats make, such as groups, in place of those of the data. */
export function bringsMade({ name, isInverted }: SectionNode): boolean {
  return !isInverted && isExpression(name) && scopeName(name) === undefined;
}

/** The value whose items or names a section brings; undefined if it brings none, or others than those of the data. */
function scopeName(name: string): string | undefined {
  if (!isExpression(name)) return name;
  const { expression } = readExpression(name);
  if (expression?.subject.kind !== "path" || !expression.formats.every((call) => keepItems.has(call.name))) {
    return undefined;
  }
  return expression.subject.path;
}

/** The path of each scope, outermost first. The first scope is the data itself. */
function resolveScopes(paths: readonly DataPath[], scope: readonly SectionNode[]): string[][] {
  const scopes: string[][] = [[]];
  for (const section of scope) {
    const name = section.isInverted ? undefined : scopeName(section.name);
    if (name === undefined) continue;
    const found = resolveName(paths, scopes, name);
    if (found?.kind === "list") scopes.push([...found.path, "*"]);
    else if (found?.kind === "object") scopes.push(found.path);
  }
  return scopes;
}

/** The innermost scope on a path. */
function innermostAround(scopes: readonly (readonly string[])[], steps: readonly string[]): readonly string[] {
  const around = scopes.filter((scope) => scope.every((step, index) => step === steps[index]));
  return around.at(-1) ?? [];
}

/** Resolves a name as Mustache does: in the innermost scope that has all of its parts. */
function resolveName(paths: readonly DataPath[], scopes: readonly string[][], name: string): DataPath | undefined {
  if (name === ".") return findPath(paths, scopes.at(-1) ?? []);
  for (const scope of scopes.toReversed()) {
    const found = findPath(paths, [...scope, ...name.split(".")]);
    if (found) return found;
  }
  return undefined;
}

function leadsTo(
  paths: readonly DataPath[],
  scopes: readonly string[][],
  name: string,
  steps: readonly string[],
): boolean {
  return resolveName(paths, scopes, name)?.path.join("\n") === steps.join("\n");
}
