import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useProject } from "../project-context.ts";
import { TemplateThumbnail } from "../template-thumbnail.tsx";
import type { Template } from "./use-new-template.ts";

/** The picture of a template's first page. */
export function TemplatePicture({ template, className }: { template: Template; className: string | undefined }) {
  const { projectId } = useProject();
  const { templateId, updatedAt } = template;
  return (
    <div className={className}>
      <TemplateThumbnail projectId={projectId} templateId={templateId} updatedAt={updatedAt} />
    </div>
  );
}

/** The name of a template, which opens it. */
export function TemplateLink({ template, className = "" }: { template: Template; className: string | undefined }) {
  const { projectId } = useProject();
  const { templateId, name } = template;
  return (
    <Anchor
      component={Link}
      to={paths.template({ projectId, templateId })}
      className={className}
      c="var(--ink)"
      title={name}
    >
      {name}
    </Anchor>
  );
}
