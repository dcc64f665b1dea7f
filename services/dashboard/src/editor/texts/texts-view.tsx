import { changeTable, operations, type TableChanges } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { transport } from "../../api/transport.ts";
import { useProject } from "../../components/project-context.ts";
import { differenceOf } from "../../translations/model/text-table.ts";
import { TranslationsWorkspace } from "../../translations/translations-workspace.tsx";
import { savedDraftOf } from "../draft/saved-draft.ts";
import { useEditor, useEditorState, useSource } from "../editor-context.ts";

/** The view of the template's own texts, which are saved with its draft. */
export function TextsView() {
  const { template, mayEdit, change, saveFirst, adopt } = useEditor();
  const source = useSource();
  const isChanged = useEditorState((state) => state.isChanged);
  const { projectId } = useProject();
  const params = { projectId, templateId: template.templateId };
  const { data: project } = useQuery(operationQuery(operations.getTranslations.member, { params: { projectId } }));
  const defaultLocale = project?.defaultLocale ?? "en";
  const languages = source.translations;
  const table = useMemo(() => ({ defaultLocale, languages: languages ?? {} }), [defaultLocale, languages]);
  const scroller = useRef<HTMLDivElement>(null);
  const latest = useRef(languages);
  useEffect(() => {
    latest.current = languages;
  });
  return (
    <div ref={scroller} style={{ flex: 1, minHeight: 0, overflow: "auto", background: "var(--back)" }}>
      <div style={{ padding: "1rem" }}>
        <TranslationsWorkspace
          label="Texts of this template"
          table={table}
          mayEdit={mayEdit}
          keepsMistakes
          storageKey={`platen.translation-languages/${template.templateId}`}
          change={async (changes: TableChanges) => {
            latest.current = changeTable(latest.current ?? {}, changes);
            change({ translations: latest.current });
          }}
          makeDefault={undefined}
          importFile={async (body) => {
            const revision = await saveFirst();
            const draft = await transport.call(operations.importTemplateTranslations.member, {
              params,
              body: { ...body, revision },
            });
            adopt(savedDraftOf(draft));
            return differenceOf(latest.current ?? {}, draft.translations ?? {});
          }}
          exportFile={async (format, locale) => {
            // The server exports what is saved.
            if (mayEdit && isChanged) await saveFirst();
            return transport.call(operations.exportTemplateTranslations.member, {
              params,
              query: { format, ...(locale === undefined ? {} : { locale }) },
            });
          }}
          undo={undefined}
          scroller={scroller}
          emptyText="Texts of this template alone. They come before those of the project with the same key, and are saved with the draft."
        />
      </div>
    </div>
  );
}
