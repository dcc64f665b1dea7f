import type { ProjectUsage } from "@platen/contracts";
import { Facts } from "../ui/facts.tsx";
import { formatSize } from "../ui/format.ts";
import { Panel } from "../ui/panel.tsx";

type Used = { usedBytes: number; limitBytes: number | null };

function textOf({ usedBytes, limitBytes }: Used): string {
  return limitBytes === null ? formatSize(usedBytes) : `${formatSize(usedBytes)} of ${formatSize(limitBytes)}`;
}

function valueOf({ account, ...project }: ProjectUsage["contents"]): string {
  return account === null ? textOf(project) : `${textOf(project)}. Your projects together: ${textOf(account)}`;
}

/** Tells what a project stores, and all projects of its creator, with the limits. */
export function UsagePanel({ usage }: { usage: ProjectUsage }) {
  return (
    <Panel
      title="Storage"
      text="What this project stores. At a limit, Platen refuses further requests of that kind, and keeps what it has accepted."
    >
      <Facts
        facts={[
          ["Kept PDFs", valueOf(usage.contents)],
          ["Rows of batches", valueOf(usage.rows)],
          ["Unfinished documents", valueOf(usage.waiting)],
        ]}
      />
    </Panel>
  );
}
