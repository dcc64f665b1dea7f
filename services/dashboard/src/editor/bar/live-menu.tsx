import { Menu, UnstyledButton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { ChevronDown, Eye, FilePlus2, GitCompareArrows, History, RefreshCw } from "lucide-react";
import { Link } from "react-router";
import { useOperation } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { useMay, useProject } from "../../components/project-context.ts";
import { useMakeLive } from "../../components/versions/use-make-live.ts";
import { paths } from "../../paths.ts";
import { formatCount } from "../../ui/format.ts";
import { toastProblem } from "../../ui/toast.ts";
import { useEditor } from "../editor-context.ts";
import { DocumentsItem } from "./documents-item.tsx";
import classes from "./editor-bar.module.css";
import type { Live } from "./use-live.ts";

/** What publishing would change. */
export function DraftState({ live: { version, changes } }: { live: Live }) {
  if (version === null) return <span className={classes["draft"]}>Draft</span>;
  if (!changes) return null;
  return (
    <span className={classes["draft"]} title={changes.length > 0 ? `Changed: ${changes.join(", ")}` : undefined}>
      Draft · {changes.length === 0 ? "no changes" : formatCount(changes.length, "change")}
    </span>
  );
}

/** The version that documents are generated from, with the ways to it. */
export function LiveMenu({ version }: { version: number | null }) {
  const { projectId } = useProject();
  const may = useMay();
  const { template, mayEdit } = useEditor();
  const { templateId, name } = template;
  const key = { projectId, templateId };
  const { announce } = useMakeLive(key);
  const { mutateAsync: republish } = useOperation(operations.republishVersion.member, [
    operations.listTemplates.member,
    operations.getTemplate.member,
    operations.listVersions.member,
  ]);
  if (version === null) return <span className={classes["draft"]}>Not published</span>;

  async function publishAgain(current: number): Promise<void> {
    try {
      const published = await republish({ params: { ...key, version: String(current) } });
      announce({ name, version: published.version, before: current });
    } catch (error) {
      toastProblem(problemMessage(error));
    }
  }
  return (
    <Menu width={260} position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes["live"]}>
          Live v{version}
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {may(operations.createDocument.member) ? (
          <Menu.Item component={Link} to={paths.makeOne(key)} leftSection={<FilePlus2 size={15} aria-hidden />}>
            Make one document
          </Menu.Item>
        ) : null}
        <Menu.Item component={Link} to={paths.version({ ...key, version })} leftSection={<Eye size={15} aria-hidden />}>
          View version {version}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.compare({ ...key, from: version, to: "draft" })}
          leftSection={<GitCompareArrows size={15} aria-hidden />}
        >
          Compare with the draft
        </Menu.Item>
        <Menu.Item component={Link} to={paths.versions(key)} leftSection={<History size={15} aria-hidden />}>
          All versions
        </Menu.Item>
        <DocumentsItem templateKey={key} />
        {mayEdit ? (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<RefreshCw size={15} aria-hidden />} onClick={() => void publishAgain(version)}>
              Publish version {version} again with the newest snippets, assets, brand and texts
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
