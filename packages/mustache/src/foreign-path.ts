const prefix = /^(?:@root\.|(?:\.\.\/)+(?:this[./])?|this[./]|\.\/|\.(?=[\p{L}_$]))/u;
const index = /\.?\[(?:(\d+)|"([^"\]]*)"|'([^'\]]*)')\]/g;

/**
 * The Mustache name for what a path of another template language means: `../total` and `this.total` are `total`,
 * `items[0]` is `items.0`. Undefined for what is no path.
 */
export function mustacheName(path: string): string | undefined {
  if (path === "this" || path === "." || path === "..") return ".";
  const name = path.replace(prefix, "").replaceAll(index, ".$1$2$3");
  return /^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)*$/u.test(name) ? name : undefined;
}

/** The Mustache name to write in place of a path of another language. */
export function nameOfForeignPath(path: string): string | undefined {
  const name = mustacheName(path);
  return name === path ? undefined : name;
}
