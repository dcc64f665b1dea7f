import { useEffect, useRef, useState } from "react";
import { askPreview, type Preview, type PreviewRequest } from "./ask-preview.ts";
import { newestWins } from "./take-latest.ts";

/** Shorter than most pauses between two keystrokes is wasted work, longer is felt. */
const pauseMs = 100;
const patienceMs = 1_200;

type State = {
  /** The newest that could be made. */
  preview: Preview | undefined;
  /** Why the last one asked for could not. */
  problem: { request: PreviewRequest; error: unknown } | undefined;
};

/** Keeps asking for the preview of a request that changes as somebody edits; the same object is the same request. */
export function usePreview(request: PreviewRequest): State & { retry: () => void } {
  const [state, setState] = useState<State>({ preview: undefined, problem: undefined });
  const previews = useRef<ReturnType<typeof newestWins<PreviewRequest, Preview>>>(undefined);
  const isFirst = useRef(true);

  useEffect(() => {
    previews.current = newestWins({
      ask: askPreview,
      onAnswer: (_request, preview) => setState({ preview, problem: undefined }),
      onError: (failed, error) => setState(({ preview }) => ({ preview, problem: { request: failed, error } })),
      pauseMs,
      patienceMs,
    });
    isFirst.current = true;
    return () => previews.current?.close();
  }, []);

  useEffect(() => {
    previews.current?.want(request, { isUrgent: isFirst.current });
    isFirst.current = false;
  }, [request]);

  return { ...state, retry: () => previews.current?.want(request, { isUrgent: true }) };
}
