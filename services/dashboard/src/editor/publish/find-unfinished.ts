import { keysOf } from "../../translations/model/text-table.ts";
import { languageName } from "../../translations/model/languages.ts";
import { formatCount } from "../../ui/format.ts";
import type { DataUse } from "../data/data-use.ts";
import type { TagToRewrite } from "../notices/tags-to-rewrite.ts";
import type { ViewId } from "../panes/views.ts";
import type { SourcePosition } from "../template-source.ts";
import { findText, languagesOf, type TwoTables } from "../texts/two-tables.ts";

/** Something that documents of the draft would lack, and where to mend it. */
export type Unfinished = { what: string; place: SourcePosition | ViewId };

type Facts = {
  tags: readonly TagToRewrite[];
  texts: TwoTables;
  dataSet: string;
  missing: DataUse["missing"];
};

const languageOf = (locale: string) => locale.split("-")[0];

/** The number of the template's own texts that a language lacks. Swiss German prints those of German. */
function untranslatedIn(texts: TwoTables, locale: string, keys: readonly string[]): number {
  const near = languagesOf(texts).filter((other) => other === locale || other === languageOf(locale));
  return keys.filter((key) => near.every((other) => findText(texts, other, key) === undefined)).length;
}

/** Lists what is unfinished in a draft: tags that print as a text, texts without a translation, and missing data. */
export function findUnfinished({ tags, texts, dataSet, missing }: Facts): Unfinished[] {
  const [firstTag] = tags;
  const [firstName] = missing;
  const keys = keysOf({ languages: texts.own });
  return [
    ...(firstTag
      ? [
          {
            what: `${formatCount(tags.length, "tag")} of another template language ${tags.length === 1 ? "is" : "are"} left to rewrite.`,
            place: firstTag.position,
          },
        ]
      : []),
    ...languagesOf(texts).flatMap((locale): Unfinished[] => {
      const count = untranslatedIn(texts, locale, keys);
      const verb = count === 1 ? "has" : "have";
      const what = `${count} of ${formatCount(keys.length, "text")} ${verb} no translation in ${languageName(locale)}.`;
      return count === 0 ? [] : [{ what, place: "texts" }];
    }),
    ...(firstName
      ? [
          {
            what: `The data set “${dataSet}” lacks ${formatCount(missing.length, "value")} that the template uses, such as ${firstName.name}.`,
            place: firstName.position,
          },
        ]
      : []),
  ];
}
