import { useEffect, useState } from "react";
import { openPdf, type PdfDocument } from "../../pdf/open-pdf.ts";

type Opened = { bytes: Uint8Array; document?: PdfDocument; error?: Error };

/** Opens a PDF while the component shows it; undefined until it is open. */
export function usePdf(bytes: Uint8Array | undefined): Omit<Opened, "bytes"> | undefined {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    if (!bytes) return undefined;
    let isOver = false;
    const opening = openPdf(bytes);
    async function show(shown: Uint8Array): Promise<void> {
      let next: Opened;
      try {
        next = { bytes: shown, document: await opening };
      } catch (error) {
        next = { bytes: shown, error: new Error("opening a preview", { cause: error }) };
      }
      if (!isOver) setOpened(next);
    }
    void show(bytes);
    return () => {
      isOver = true;
      void opening.then((document) => document.close()).catch(() => undefined);
    };
  }, [bytes]);
  return opened?.bytes === bytes ? opened : undefined;
}
