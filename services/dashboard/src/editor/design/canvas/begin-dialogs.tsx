import type { TranslationTable } from "@platen/contracts";
import { lazy, Suspense } from "react";
import type { NewTemplate } from "../../../components/templates/use-new-template.ts";
import type { DialogState } from "../../../ui/use-dialog.ts";
import { PasteDataDialog } from "../../data/paste-data-dialog.tsx";
import { besideSample } from "../../data/pasted-data.ts";
import { useEditor, useSource } from "../../editor-context.ts";

// Each loads when it first opens: most templates are not empty.
const SampleDialog = lazy(async () => ({ default: (await import("./sample-dialog.tsx")).SampleDialog }));
const ImportTemplateDialog = lazy(async () => ({
  default: (await import("../../../forms/import-template-dialog.tsx")).ImportTemplateDialog,
}));

type Begun = Pick<NewTemplate, "html" | "css" | "settings" | "dataSets" | "translations">;

/** What a template begins with. */
export type Beginning = "sample" | "import" | "data";

/** The dialogs of the ways to begin. */
export function BeginDialogs({ dialog }: { dialog: DialogState<Beginning> }) {
  const { change, selectDataSet, template } = useEditor();
  const source = useSource();
  const { subject, props } = dialog;

  /** Begins with another source, and keeps the data sets of this one that hold data. */
  function begin({ html = "", css = "", settings = {}, dataSets = [], translations }: Begun): void {
    change({
      html,
      css,
      settings,
      dataSets: besideSample(dataSets, source.dataSets),
      // The contract's type of a request says nothing of the texts.
      ...(translations ? { translations: translations as TranslationTable } : {}),
    });
    selectDataSet(0);
  }

  return (
    <Suspense>
      {subject === "sample" ? <SampleDialog {...props} onBegin={begin} /> : null}
      {subject === "import" ? (
        <ImportTemplateDialog
          {...props}
          place={(imported) => {
            begin(imported);
            return template;
          }}
          onImported={() => undefined}
        />
      ) : null}
      {subject === "data" ? <PasteDataDialog {...props} /> : null}
    </Suspense>
  );
}
