import { Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { transport } from "../api/transport.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { TranslationsWorkspace } from "../translations/translations-workspace.tsx";
import { useProjectTable } from "../translations/use-project-table.ts";
import { PageHead } from "../ui/page-head.tsx";

/** The texts that all templates of a project share, where a translator works without seeing HTML. */
export function TranslationsPage() {
  const { projectId, name } = useProject();
  const mayEdit = useMay()(operations.changeTranslations.member);
  const { table, error, refetch, change, makeDefault, importFile, undo } = useProjectTable(projectId);
  return (
    <>
      <PageHead
        title="Translations"
        documentTitle={`Translations · ${name}`}
        description={
          <>
            Texts that all templates of the project share. A template prints one with a tag such as{" "}
            <code>{"{{@t.invoice.title}}"}</code>, in the language of the document.
          </>
        }
      />
      {table ? (
        <TranslationsWorkspace
          label="Translations"
          table={table}
          mayEdit={mayEdit}
          keepsMistakes={false}
          storageKey={`platen.translation-languages/${projectId}`}
          change={change}
          makeDefault={makeDefault}
          importFile={importFile}
          exportFile={(format, locale) =>
            transport.call(operations.exportTranslations.member, {
              params: { projectId },
              query: { format, ...(locale === undefined ? {} : { locale }) },
            })
          }
          undo={undo}
          emptyText={
            mayEdit
              ? "Add a key with its text, or import a JSON, CSV or XLIFF file. Then add the languages to translate into."
              : "Owners and editors can add texts and languages."
          }
        />
      ) : error ? (
        <ProblemPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}
