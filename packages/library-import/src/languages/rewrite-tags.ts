import { ImportError } from "../import-error.ts";
import type { Language, RewriteOptions, Rewritten } from "./language.ts";
import { rewriteCarbone } from "./rewrite-carbone.ts";
import { rewriteHandlebars } from "./rewrite-handlebars.ts";
import { rewriteStatements } from "./rewrite-statements.ts";

/** Rewrites the tags of another system that have an equal in Platen, and lists the others. */
export function rewriteTags(source: string, language: Language, options: RewriteOptions = {}): Rewritten {
  try {
    if (language === "handlebars") return rewriteHandlebars(source, options);
    if (language === "carbone") return rewriteCarbone(source, options);
    const locale = /<html[^>]{0,300}?\blang=["']?([\w-]+)/i.exec(source.slice(0, 10_000))?.[1];
    return rewriteStatements(source, language, { ...options, locale });
  } catch (error) {
    if (error instanceof RangeError) throw new ImportError("The blocks of the template are nested too deep.");
    throw error;
  }
}
