import {
  changeTable,
  operations,
  tableLimits,
  type ResponseOutput,
  type TableChanges,
  type TranslationTable,
} from "@platen/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { operationQuery } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import { transport } from "../api/transport.ts";
import { formatCount } from "../ui/format.ts";
import { toast, toastProblem } from "../ui/toast.ts";
import type { ImportRequest } from "./files/translation-files.ts";
import { languageName } from "./model/languages.ts";
import { changesBetween, differenceOf, type TableDifference, type TextTable } from "./model/text-table.ts";

type Translations = ResponseOutput<typeof operations.getTranslations.member>;
type Step = { back: TableChanges; text: string };

const maxSteps = 50;

function languagesOf({ languages }: Translations): TranslationTable {
  return Object.fromEntries(languages.map(({ locale, messages }) => [locale, messages]));
}

/** The answer as it will be once the server has applied the changes. */
function withLanguages(translations: Translations, languages: TranslationTable): Translations {
  const known = new Map(translations.languages.map((language) => [language.locale, language]));
  return {
    ...translations,
    keyCount: new Set(Object.values(languages).flatMap((texts) => Object.keys(texts))).size,
    languages: Object.entries(languages).map(([locale, messages]) => ({
      locale,
      messages,
      translatedCount: Object.keys(messages).length,
      updatedAt: known.get(locale)?.updatedAt ?? new Date().toISOString(),
    })),
  };
}

/** What a step changed: "invoice.due in German", or the number of texts. */
function describe(changes: TableChanges): string {
  const texts = Object.entries(changes).flatMap(([locale, ofLanguage]) =>
    Object.keys(ofLanguage ?? {}).map((key) => ({ locale, key })),
  );
  const [first] = texts;
  if (first && texts.length === 1) return `${first.key} in ${languageName(first.locale)}`;
  return texts.length === 0 ? Object.keys(changes).map(languageName).join(", ") : formatCount(texts.length, "text");
}

/** A project's translations, and the ways to change them. Changes show at once and are sent one after the other. */
export function useProjectTable(projectId: string) {
  const queryClient = useQueryClient();
  const request = { params: { projectId } };
  const options = operationQuery(operations.getTranslations.member, request);
  const { queryKey } = options;
  const query = useQuery(options);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const pending = useRef(0);
  const { data } = query;
  const table = useMemo<TextTable | undefined>(
    () => data && { defaultLocale: data.defaultLocale, languages: languagesOf(data) },
    [data],
  );

  /** Sends a request after those before it, and takes its answer if none follows. */
  async function inOrder(send: () => Promise<Translations>): Promise<Translations> {
    pending.current += 1;
    const sent = queue.current.then(send);
    queue.current = sent.catch(() => undefined);
    try {
      const answer = await sent;
      if (pending.current === 1) queryClient.setQueryData<Translations>(queryKey, answer);
      return answer;
    } finally {
      pending.current -= 1;
    }
  }

  function update(next: (languages: TranslationTable) => TranslationTable): TranslationTable {
    const now = queryClient.getQueryData<Translations>(queryKey);
    if (!now) return {};
    const before = languagesOf(now);
    queryClient.setQueryData<Translations>(queryKey, withLanguages(now, next(before)));
    return before;
  }

  const addStep = (back: TableChanges, text: string) =>
    setSteps((before) => [...before, { back, text }].slice(-maxSteps));

  async function send(changes: TableChanges): Promise<TableChanges> {
    // An answer that is on its way does not have these changes yet.
    await queryClient.cancelQueries({ queryKey });
    const before = update((languages) => changeTable(languages, changes));
    const back = changesBetween(changeTable(before, changes), before);
    try {
      await inOrder(() => transport.call(operations.changeTranslations.member, { ...request, body: { changes } }));
      return back;
    } catch (problem) {
      update((languages) => changeTable(languages, back));
      throw problem;
    }
  }

  async function undo(): Promise<void> {
    const last = steps.at(-1);
    if (!last) return;
    setSteps(steps.slice(0, -1));
    try {
      await send(last.back);
      toast(`Undone: ${last.text}.`);
    } catch (problem) {
      addStep(last.back, last.text);
      toastProblem(problemMessage(problem));
    }
  }

  return {
    ...query,
    table,
    change: async (changes: TableChanges): Promise<void> => addStep(await send(changes), describe(changes)),
    makeDefault: async (defaultLocale: string): Promise<void> => {
      await inOrder(() =>
        transport.call(operations.changeTranslations.member, { ...request, body: { defaultLocale } }),
      );
    },
    importFile: async (body: ImportRequest): Promise<TableDifference> => {
      await queue.current;
      const now = queryClient.getQueryData<Translations>(queryKey);
      const before = now ? languagesOf(now) : {};
      const after = languagesOf(
        await inOrder(() => transport.call(operations.importTranslations.member, { ...request, body })),
      );
      const back = changesBetween(after, before);
      const difference = differenceOf(before, after);
      const count = difference.added + difference.changed + difference.removed;
      // One request can bring back no more.
      if (count > 0 && count <= tableLimits.keys) addStep(back, `import of ${formatCount(count, "text")}`);
      return difference;
    },
    undo: { text: steps.at(-1)?.text, run: () => void undo() },
  };
}
