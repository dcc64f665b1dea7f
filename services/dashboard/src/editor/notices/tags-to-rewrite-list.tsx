import { Anchor, Button } from "@mantine/core";
import { formatCount } from "../../ui/format.ts";
import type { SourcePosition } from "../template-source.ts";
import type { SettledTag, TagToRewrite } from "./tags-to-rewrite.ts";
import classes from "./tags-to-rewrite-list.module.css";

type TagsToRewriteListProps = {
  tags: readonly TagToRewrite[];
  onShow: (position: SourcePosition) => void;
  onSettle: (settled: SettledTag) => void;
  onHide: (message: string) => void;
};

/** The tags of another template language, each with a way to it and out of the list. */
export function TagsToRewriteList({ tags, onShow, onSettle, onHide }: TagsToRewriteListProps) {
  return (
    <details className={classes["tags"]} open>
      <summary>{formatCount(tags.length, "tag")} of another template language to rewrite by hand</summary>
      {/* A list that scrolls must be reachable by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the comment above says */}
      <ul className={classes["list"]} tabIndex={0} aria-label="Tags to rewrite by hand">
        {tags.map(({ place, message, position, settled }) => (
          <li key={place} className={classes["tag"]}>
            <span className={classes["text"]}>
              <Anchor component="button" type="button" size="sm" onClick={() => onShow(position)}>
                {place}
              </Anchor>
              : {message}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`${settled?.label ?? "Close"}: ${place}`}
              onClick={() => (settled ? onSettle(settled) : onHide(message))}
            >
              {settled?.label ?? "Close"}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
