import { useEffect, useRef, useState } from "react";
import { requestPreview, type Preview, type PreviewRequest } from "./request-preview.ts";
import { takeLatest } from "./take-latest.ts";

/** A shorter pause would render between two key presses; a longer one would be noticeable. */
const debounceMs = 100;
const maxWaitMs = 1_200;

type State = {
  /** The latest preview that succeeded. */
  preview: Preview | undefined;
  /** The failure of the last request. */
  problem: { request: PreviewRequest; error: unknown } | undefined;
};

/** Renders the latest request while the author edits. The same object is the same request. */
export function usePreview(request: PreviewRequest): State & { retry: () => void } {
  const [state, setState] = useState<State>({ preview: undefined, problem: undefined });
  const previews = useRef<ReturnType<typeof takeLatest<PreviewRequest, Preview>>>(undefined);
  const isFirst = useRef(true);

  useEffect(() => {
    previews.current = takeLatest({
      send: requestPreview,
      onAnswer: (_request, preview) => setState({ preview, problem: undefined }),
      onError: (failed, error) => setState(({ preview }) => ({ preview, problem: { request: failed, error } })),
      debounceMs,
      maxWaitMs,
    });
    isFirst.current = true;
    return () => previews.current?.close();
  }, []);

  useEffect(() => {
    previews.current?.request(request, { isUrgent: isFirst.current });
    isFirst.current = false;
  }, [request]);

  return { ...state, retry: () => previews.current?.request(request, { isUrgent: true }) };
}
