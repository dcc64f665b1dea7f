import { useEffect, useRef, useState } from "react";

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Accepts files that are dropped anywhere on the page. Returns whether one is over the page. */
export function useFileDrop(
  isEnabled: boolean,
  onFiles: (files: [File, ...File[]], transfer: DataTransfer) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    window.addEventListener("dragover", over, { signal });
    window.addEventListener(
      "dragleave",
      (event) => {
        // The event also occurs between two elements of the page.
        if (event.relatedTarget === null) setIsOver(false);
      },
      { signal },
    );
    window.addEventListener(
      "drop",
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        const { dataTransfer } = event;
        const [first, ...others] = dataTransfer?.files ?? [];
        if (first && dataTransfer) latest.current([first, ...others], dataTransfer);
      },
      { signal },
    );
    return () => controller.abort();
  }, [isEnabled]);
  return isOver;
}
