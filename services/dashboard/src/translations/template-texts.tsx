import { Anchor, Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { Link } from "react-router";
import { transport } from "../api/transport.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useMay } from "../components/project-context.ts";
import { paths, type TemplateKey } from "../paths.ts";
import { TranslationsWorkspace } from "./translations-workspace.tsx";
import { useTemplateTable } from "./use-template-table.ts";

type TemplateTextsProps = { template: TemplateKey; name: string; defaultLocale: string };

/** The own texts of one template's draft. */
export function TemplateTexts({ template, name, defaultLocale }: TemplateTextsProps) {
  const mayEdit = useMay()(operations.saveDraft.member);
  const { table, error, refetch, change, importFile } = useTemplateTable(template, defaultLocale);
  if (!table && error) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  if (!table) return <Skeleton height={320} />;
  return (
    <>
      <p style={{ color: "var(--soft)" }}>
        Texts of “{name}” alone. Documents print them once the{" "}
        <Anchor component={Link} to={paths.template(template)} inherit>
          draft of the template
        </Anchor>{" "}
        is published.
      </p>
      <TranslationsWorkspace
        label={`Texts of ${name}`}
        table={table}
        mayEdit={mayEdit}
        keepsMistakes={false}
        storageKey={`platen.translation-languages/${template.templateId}`}
        change={change}
        makeDefault={undefined}
        importFile={importFile}
        exportFile={(format, locale) =>
          transport.call(operations.exportTemplateTranslations.member, {
            params: template,
            query: { format, ...(locale === undefined ? {} : { locale }) },
          })
        }
        undo={undefined}
        emptyText="The template has no texts of its own any more."
      />
    </>
  );
}
