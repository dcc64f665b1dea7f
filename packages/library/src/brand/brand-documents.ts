import type { AssetPart } from "../assets/asset-source.ts";
import type { BrandVariables } from "./brand-variables.ts";
import { createUsedBrand, unknownVariable, type BrandPins } from "./used-brand.ts";

type Place = { path: AssetPart };
type Complain<Context> = (context: Context, at: { start: number }, message: string) => void;

/** The documents of a source: its pages, and a header and a footer, which no CSS of the pages reaches. */
const parts = ["css", "settings.header", "settings.footer"] as const;

/** Notes what the texts of a source use of a brand, document by document. */
export function createBrandDocuments<Context extends Place>(variables: BrandVariables, complain: Complain<Context>) {
  const documents = parts.map((part) => ({ part, used: createUsedBrand<Context>(variables) }));
  const [pages] = documents;

  return {
    read(context: Context, text: string): void {
      (documents.find(({ part }) => part === context.path) ?? pages)?.used.read(text, context);
    },

    /** The rule to put before each text, with the text's field. Tells the names that the brand lacks. */
    rules(): [AssetPart, string][] {
      return documents.flatMap(({ part, used }) => {
        for (const { where, use } of used.missing()) complain(where, use, unknownVariable(use.name, variables));
        const rule = used.rule();
        if (rule === "") return [];
        return [[part, part === "css" ? rule : `<style>${rule}</style>`]];
      });
    },

    /** What all documents take from the brand; undefined if that is nothing. */
    pins(): BrandPins | undefined {
      const pins = Object.assign({}, ...documents.map(({ used }) => used.pins())) as BrandPins;
      return Object.keys(pins).length === 0 ? undefined : pins;
    },
  };
}
