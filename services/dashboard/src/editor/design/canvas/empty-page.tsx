import { operations } from "@platen/contracts";
import { useEffect, useState } from "react";
import { problemMessage } from "../../../api/problem-message.ts";
import { transport } from "../../../api/transport.ts";
import { toastProblem } from "../../../ui/toast.ts";
import { besideSample } from "../../data/pasted-data.ts";
import { useEditor, useSource } from "../../editor-context.ts";
import { useDesignStore } from "../design-context.ts";
import { isBlank, type Template } from "@platen/template-source";
import classes from "./canvas.module.css";

const frameParts = new Set(["html", "head", "body", "title", "meta"]);

/** Whether a template prints nothing, and holds nothing else that its author made. */
export function isEmptyPage(template: Template): boolean {
  return template.nodes.every(
    (node) =>
      isBlank(template, node) ||
      (node.kind === "element" && frameParts.has(node.name)) ||
      (node.kind === "text" && node.parent?.kind === "element" && node.parent.name === "title") ||
      (node.kind === "opaque" && node.what === "doctype"),
  );
}

/** The ways to begin, on a page that is empty. */
export function EmptyPage({ top, onPasteData }: { top: number; onPasteData: () => void }) {
  const { change, selectDataSet } = useEditor();
  const source = useSource();
  const { openInserter } = useDesignStore();
  const [isLoading, setIsLoading] = useState(false);

  // Before anything on the page has the focus, a slash is meant for the page.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== "/" || event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      openInserter();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [openInserter]);

  async function startFromInvoice(): Promise<void> {
    setIsLoading(true);
    try {
      const { samples } = await transport.call(operations.listSamples, {});
      const sample = samples.find(({ slug }) => slug === "invoice");
      if (!sample) throw new Error("The service has no sample Invoice.");
      const { html, css, settings, dataSets } = sample;
      change({ html, css, settings, dataSets: besideSample(dataSets, source.dataSets) });
      selectDataSet(0);
    } catch (error) {
      toastProblem(`The invoice was not loaded. ${problemMessage(error)}`);
      setIsLoading(false);
    }
  }

  return (
    <section aria-label="Begin" className={classes["begin"]} style={{ top }}>
      <button type="button" onClick={() => openInserter()}>
        Type <kbd>/</kbd> to insert
      </button>
      <span aria-hidden>·</span>
      <button type="button" onClick={onPasteData}>
        Paste JSON
      </button>
      <span aria-hidden>·</span>
      <button type="button" disabled={isLoading} onClick={() => void startFromInvoice()}>
        Start from Invoice
      </button>
    </section>
  );
}
