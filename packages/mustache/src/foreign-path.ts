const prefix = /^(?:@root\.|(?:\.\.\/)+(?:this[./])?|this[./]|\.\/|\.(?=[\p{L}_$]))/u;
const index = /\.?\[(?:(\d+)|"([^"\]]*)"|'([^'\]]*)')\]/g;

/**
 * Translates a path of another template language to a Mustache name: `../total` and `this.total` become `total`,
 * `items[0]` becomes `items.0`. Returns undefined for text that is not a path.
 */
export function mustacheName(path: string): string | undefined {
  if (path === "this" || path === "." || path === "..") return ".";
  const name = path.replace(prefix, "").replaceAll(index, ".$1$2$3");
  return /^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)*$/u.test(name) ? name : undefined;
}

/** The Mustache name for a path of another language; undefined for a path that is valid Mustache. */
export function nameOfForeignPath(path: string): string | undefined {
  const name = mustacheName(path);
  return name === path ? undefined : name;
}
