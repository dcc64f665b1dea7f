import { operations, type RequestOf } from "@platen/contracts";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { FileWarning } from "lucide-react";
import pLimit from "p-limit";
import { useRef, type CSSProperties } from "react";
import { problemMessage } from "../api/problem-message.ts";
import { transport } from "../api/transport.ts";
import type { Thumbnail } from "../pdf/draw-thumbnail.ts";
import { useHasBeenNear } from "../ui/use-has-been-near.ts";
import classes from "./template-thumbnail.module.css";

type TemplateThumbnailProps = { projectId: string } & (
  | { templateId: string; updatedAt: string }
  /** A source that is not a template yet, such as a sample. */
  | { sample: RequestOf<typeof operations.previewSource>["body"] }
);

/** Limited, so that thumbnails do not take the workers from documents that callers wait for. */
const limitRendering = pLimit(2);
const keptMs = 30 * 60_000;
/** A4, until the page is known. */
const defaultRatio = 210 / 297;

const firstPage = { pageRanges: "1" };

async function previewBytes(props: TemplateThumbnailProps, signal: AbortSignal): Promise<Uint8Array> {
  const { projectId } = props;
  const { bytes } =
    "sample" in props
      ? await transport.bytes(
          operations.previewSource,
          { params: { projectId }, body: { ...props.sample, options: firstPage } },
          { signal },
        )
      : await transport.bytes(
          operations.previewTemplate,
          { params: { projectId, templateId: props.templateId }, body: { options: firstPage } },
          { signal },
        );
  return bytes;
}

function thumbnailQuery(props: TemplateThumbnailProps) {
  return queryOptions<Thumbnail>({
    // A sample shows the project's own letterhead if the project has one.
    queryKey: [
      "thumbnail",
      "sample" in props
        ? { projectId: props.projectId, ...props.sample }
        : { id: props.templateId, updatedAt: props.updatedAt },
    ],
    queryFn: ({ signal }) =>
      limitRendering(async () => {
        // The user may have left the page while this waited.
        signal.throwIfAborted();
        const [bytes, { drawThumbnail }] = await Promise.all([
          previewBytes(props, signal),
          import("../pdf/draw-thumbnail.ts"),
        ]);
        return drawThumbnail(bytes, signal);
      }),
    staleTime: Infinity,
    gcTime: keptMs,
  });
}

/**
 * A thumbnail of the first page of a template's draft, or of a sample: the real document, drawn when it comes into view.
 * The paper fits into a square in full width, or another ratio that `--thumbnail-frame` sets in CSS. Screen readers skip
 * it, because the name beside it says the same.
 */
export function TemplateThumbnail(props: TemplateThumbnailProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isWanted = useHasBeenNear(frame);
  // The picture before a change stays until the next one is drawn.
  const { data, error } = useQuery({ ...thumbnailQuery(props), enabled: isWanted, placeholderData: keepPreviousData });
  // React's type does not know the variables of our stylesheet.
  const style = { "--ratio": data?.ratio ?? defaultRatio } as CSSProperties;
  return (
    <div ref={frame} className={classes["frame"]} style={style} aria-hidden>
      <div className={classes["paper"]} data-state={data ? "drawn" : error ? "failed" : "waiting"}>
        {data ? <img src={data.url} alt="" draggable={false} /> : null}
        {error && !data ? (
          <span title={problemMessage(error)}>
            <FileWarning size={20} strokeWidth={1.5} />
          </span>
        ) : null}
      </div>
    </div>
  );
}
