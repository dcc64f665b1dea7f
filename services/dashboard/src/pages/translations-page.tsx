import { Checkbox, Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { transport } from "../api/transport.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { OwnerSelect } from "../translations/owner-select.tsx";
import { TemplateTexts } from "../translations/template-texts.tsx";
import { TranslationsWorkspace } from "../translations/translations-workspace.tsx";
import { useProjectTable } from "../translations/use-project-table.ts";
import { formatCount } from "../ui/format.ts";
import { Help } from "../ui/help.tsx";
import { PageHead } from "../ui/page-head.tsx";

/** The texts that all templates of a project share, and those of each template, where a translator works without seeing HTML. */
export function TranslationsPage() {
  const { projectId, name } = useProject();
  const mayEdit = useMay()(operations.changeTranslations.member);
  const { data: own } = useQuery(operationQuery(operations.getTemplateTexts, { params: { projectId } }));
  const owners = own?.templates ?? [];
  const [params, setParams] = useSearchParams();
  const [isUnfinishedOnly, setIsUnfinishedOnly] = useState(false);
  const chosen = owners.find(({ templateId }) => templateId === params.get("template"));
  const { table, error, refetch, change, makeDefault, importFile, undo } = useProjectTable(projectId);
  const isShared = chosen === undefined;
  return (
    <>
      <PageHead
        title="Translations"
        documentTitle={`Translations · ${name}`}
        help={
          <Help about="Translations">
            Texts that all templates of the project share, and those of each template. A template prints one with a tag
            such as <code>{"{{@t.invoice.title}}"}</code>, in the language of the document.
          </Help>
        }
      />
      {owners.length > 0 ? (
        <div style={{ display: "flex", flexWrap: "wrap", alignItems: "end", gap: "0.6rem 1rem", marginBottom: "1rem" }}>
          <OwnerSelect
            owners={owners}
            value={chosen?.templateId ?? ""}
            isUnfinishedOnly={isUnfinishedOnly}
            onChoose={(templateId) => setParams(templateId === "" ? {} : { template: templateId })}
          />
          <Checkbox
            label="Only templates with untranslated texts"
            checked={isUnfinishedOnly}
            onChange={({ currentTarget }) => setIsUnfinishedOnly(currentTarget.checked)}
            mb={8}
          />
        </div>
      ) : null}
      {chosen && table ? (
        <TemplateTexts
          key={chosen.templateId}
          template={{ projectId, templateId: chosen.templateId }}
          name={chosen.name}
          defaultLocale={table.defaultLocale}
        />
      ) : null}
      {!isShared && table ? null : table ? (
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
            owners.length > 0
              ? `No texts are shared yet. ${formatCount(owners.length, "template")} with own texts: choose one above.`
              : mayEdit
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
