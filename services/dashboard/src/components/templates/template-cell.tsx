import { UnstyledButton } from "@mantine/core";
import { TemplateLink, TemplatePicture } from "./template-link.tsx";
import classes from "./template-cell.module.css";
import type { Template } from "./use-new-template.ts";

/** A template in the list: a thumbnail, the name, the description and the tags, in one line. */
export function TemplateCell({ template, onTag }: { template: Template; onTag: (tag: string) => void }) {
  const { description, tags } = template;
  return (
    <div className={classes["cell"]}>
      <TemplatePicture template={template} className={classes["picture"]} />
      <TemplateLink template={template} className={classes["name"]} />
      {description === "" ? null : (
        <span className={classes["description"]} title={description}>
          {description}
        </span>
      )}
      {tags.length > 0 ? (
        <span className={classes["tags"]}>
          {tags.map((tag) => (
            <UnstyledButton
              key={tag}
              className={classes["tag"] ?? ""}
              aria-label={`Show only templates tagged ${tag}`}
              onClick={() => onTag(tag)}
            >
              {tag}
            </UnstyledButton>
          ))}
        </span>
      ) : null}
    </div>
  );
}
