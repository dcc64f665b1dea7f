import { ApiProblem, TransportError } from "@platen/client";
import { useEffect, useRef, useState } from "react";
import { requestPreview, type Preview, type PreviewRequest } from "./request-preview.ts";
import { takeLatest } from "./take-latest.ts";

/** A shorter pause would render between two key presses; a longer one would be noticeable. */
const debounceMs = 100;
const maxWaitMs = 1_200;

const longestRetryMs = 30_000;

/** Whether the same request can succeed later, because only Platen or the connection to it has no room or is down. */
export function mayPass(error: unknown): boolean {
  return error instanceof TransportError || (error instanceof ApiProblem && [429, 503].includes(error.status));
}

function retryAfterMs(error: unknown, failures: number): number | undefined {
  if (!mayPass(error)) return undefined;
  const seconds = error instanceof ApiProblem ? error.retryAfterSeconds : undefined;
  return Math.min(longestRetryMs, (seconds ?? 2 ** failures) * 1_000);
}

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
      retryAfterMs,
    });
    isFirst.current = true;
    return () => previews.current?.close();
  }, []);

  useEffect(() => {
    previews.current?.request(request, { isUrgent: isFirst.current });
    isFirst.current = false;
  }, [request]);

  const { problem } = state;
  useEffect(() => {
    if (!problem || !mayPass(problem.error)) return undefined;
    const retry = () => previews.current?.request(request, { isUrgent: true });
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [problem, request]);

  return { ...state, retry: () => previews.current?.request(request, { isUrgent: true }) };
}
