import { Anchor } from "@mantine/core";
import { useMemo } from "react";
import { Notice } from "../../ui/notice.tsx";
import { useDataUse } from "../data/use-data-use.ts";
import { useEditor, useEditorState, useSource } from "../editor-context.ts";
import { tagsToRewrite } from "../notices/tags-to-rewrite.ts";
import type { ViewId } from "../panes/views.ts";
import { useTexts } from "../texts/use-texts.ts";
import { findUnfinished, type Unfinished } from "./find-unfinished.ts";

type UnfinishedListProps = { onLeave: () => void; onShowView: (view: ViewId) => void };

/** What documents of the draft would lack, each with a way to it. */
export function UnfinishedList({ onLeave, onShowView }: UnfinishedListProps) {
  const { show } = useEditor();
  const { html, settings } = useSource();
  const { header = "", footer = "" } = settings;
  const dataSet = useEditorState((state) => state.dataSet.name);
  const texts = useTexts();
  const { missing } = useDataUse(useSource()).use;
  // A tag that may be a name of the data is not known to be left.
  const tags = useMemo(
    () => tagsToRewrite({ html, header, footer }).filter(({ settled }) => settled !== undefined),
    [html, header, footer],
  );
  const unfinished = findUnfinished({ tags, texts, dataSet, missing });
  if (unfinished.length === 0) return null;
  const goTo = ({ place }: Unfinished) => {
    onLeave();
    if (typeof place === "string") onShowView(place);
    else show(place);
  };
  return (
    <Notice kind="warning">
      <section aria-label="Unfinished">
        Unfinished. You can publish all the same.
        <ul style={{ margin: "0.25rem 0 0", paddingLeft: "1.1rem", overflowWrap: "anywhere" }}>
          {unfinished.map((each) => (
            <li key={each.what}>
              {each.what}{" "}
              <Anchor
                component="button"
                type="button"
                size="sm"
                aria-label={`Show: ${each.what}`}
                onClick={() => goTo(each)}
              >
                Show
              </Anchor>
            </li>
          ))}
        </ul>
      </section>
    </Notice>
  );
}
