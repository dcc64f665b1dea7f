import { Anchor } from "@mantine/core";
import type { TemplateUse } from "@platen/contracts";
import { Link } from "react-router";
import { useProject } from "../../components/project-context.ts";
import { paths } from "../../paths.ts";
import type { Uses } from "./describe-uses.ts";
import classes from "./uses-list.module.css";

/** Whether a draft or a snippet uses it, which prevents that it is deleted. */
export function isHeld({ templates, snippets }: Uses): boolean {
  return snippets.length > 0 || templates.some(({ isInDraft }) => isInDraft);
}

function whereUsed({ isInDraft, currentVersion, isCurrent }: TemplateUse): string {
  const version =
    currentVersion === null ? undefined : `version ${currentVersion}${isCurrent ? "" : ", an older state"}`;
  return [isInDraft ? "draft" : undefined, version].filter((part) => part !== undefined).join(" and ");
}

/** The templates and snippets that use something, with links to them. */
export function UsesList({ uses }: { uses: Uses }) {
  const { projectId } = useProject();
  return (
    <ul className={classes["uses"]}>
      {uses.templates.map((use) => (
        <li key={use.templateId}>
          <Anchor component={Link} underline="always" to={paths.template({ projectId, templateId: use.templateId })}>
            {use.name}
          </Anchor>
          <span className={classes["where"]}> {whereUsed(use)}</span>
        </li>
      ))}
      {uses.snippets.map((name) => (
        <li key={`snippet ${name}`}>
          <Anchor component={Link} underline="always" to={paths.snippetNamed({ projectId, name })}>
            {name}
          </Anchor>
          <span className={classes["where"]}> snippet</span>
        </li>
      ))}
    </ul>
  );
}
