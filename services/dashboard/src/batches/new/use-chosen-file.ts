import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ChosenFile } from "./chosen-file.ts";
import { openFile } from "./open-file.ts";

type Choice = { file: File; sheet: string | undefined };

/** The file that a person has chosen, while the page is shown. `choose` takes another file, or another sheet. */
export function useChosenFile() {
  const [chosen, setChosen] = useState<ChosenFile>();
  const latest = useRef<Choice>(undefined);
  const opening = useMutation({
    mutationFn: ({ file, sheet }: Choice) => openFile(file, sheet),
    onSuccess: (opened, choice) => {
      // A small file is read before a large one that was chosen earlier.
      if (latest.current === choice) setChosen(opened);
      else opened.close();
    },
  });
  useEffect(() => () => chosen?.close(), [chosen]);
  useEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );

  function choose(file: File, sheet?: string): void {
    // The file before stays while another of its sheets is read: that sheet may be empty.
    if (sheet === undefined) setChosen(undefined);
    latest.current = { file, sheet };
    opening.mutate(latest.current);
  }
  return { chosen, choose, isOpening: opening.isPending, fileName: opening.variables?.file.name, error: opening.error };
}
