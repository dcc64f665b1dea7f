import { operations } from "@platen/contracts";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { useStore } from "zustand";
import { problemMessage } from "../../api/problem-message.ts";
import { transport } from "../../api/transport.ts";
import { useMay, useProject } from "../../components/project-context.ts";
import { shortId } from "../../ui/format.ts";
import { toastProblem } from "../../ui/toast.ts";
import type { EditorStore } from "../draft/editor-store.ts";
import type { EditorNotice } from "../notices/editor-notices.tsx";
import { addData } from "./pasted-data.ts";

/**
 * Shows the data of a document that a link of its page names, as a data set that the draft does not have. The address loses
 * the name, so that a reload ends that. Only the author makes the data a part of the template: they may be personal.
 */
export function useLentData(store: EditorStore, onShown: () => void): EditorNotice[] {
  const { projectId } = useProject();
  const may = useMay()(operations.getDocumentRequest);
  const [params, setParams] = useSearchParams();
  const documentId = params.get("dataOf");
  const taken = useRef<string>(undefined);

  useEffect(() => {
    if (documentId === null || taken.current === documentId) return;
    taken.current = documentId;
    setParams({}, { replace: true });
    if (!may) return;
    async function lend(of: string): Promise<void> {
      try {
        const { request } = await transport.call(operations.getDocumentRequest, {
          params: { projectId, documentId: of },
        });
        if (!request?.data) {
          toastProblem("The data of this document are not kept any more.");
          return;
        }
        store.lend({ name: `Document ${shortId(of)}`, json: `${JSON.stringify(request.data, null, 2)}\n` });
        onShown();
      } catch (error) {
        toastProblem(`The data of the document were not loaded. ${problemMessage(error)}`);
      }
    }
    void lend(documentId);
  }, [documentId, may, projectId, store, setParams, onShown]);

  const lent = useStore(store, (state) => state.lent);
  const { dataSets } = useStore(store, ({ history }) => history.present);
  if (!lent) return [];
  function keep(data: { name: string; json: string }): void {
    const added = addData(dataSets, dataSets.length, data.json, data.name);
    if (!added) {
      toastProblem("There is no room for it: a template has at most 20 data sets with 1 million characters together.");
      return;
    }
    store.lend(undefined);
    store.change({ dataSets: added.dataSets });
    store.selectDataSet(added.index);
  }
  return [
    {
      key: "lent",
      kind: "warning",
      text: `The editor shows the data of ${lent.name.toLowerCase()}. The template does not contain them.`,
      actions: [
        { label: "Add to the template", onClick: () => keep(lent) },
        { label: "Close", onClick: () => store.lend(undefined) },
      ],
    },
  ];
}
