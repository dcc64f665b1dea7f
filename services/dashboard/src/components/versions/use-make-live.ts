import { operations } from "@platen/contracts";
import { useOperation } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import type { TemplateKey } from "../../paths.ts";
import { toast, toastProblem } from "../../ui/toast.ts";

type Change = {
  /** The name of the template. */
  name: string;
  /** The version that documents are generated from now. */
  version: number;
  /** The version before; null if there was none. */
  before: number | null;
};

/** Makes a version live in one step. Each change can be undone from the message that reports it. */
export function useMakeLive({ projectId, templateId }: TemplateKey) {
  const { mutateAsync, isPending } = useOperation(operations.makeVersionCurrent.member, [
    operations.getTemplate.member,
    operations.listTemplates.member,
  ]);

  async function makeLive(name: string, version: number, before: number): Promise<void> {
    const params = { projectId, templateId, version: String(version) };
    try {
      await mutateAsync({ params, body: { current: before } });
    } catch (error) {
      toastProblem(problemMessage(error));
      return;
    }
    announceWith(`Version ${version} of “${name}” is live.`, { name, version, before });
  }

  function announceWith(message: string, { name, version, before }: Change): void {
    if (before === null) toast(message);
    else {
      toast(message, {
        label: `Undo (back to v${before})`,
        onClick: () => void makeLive(name, before, version),
      });
    }
  }

  return {
    makeLive,
    isPending,
    /** Reports that a new version is published. */
    announce: (change: Change): void =>
      announceWith(`Version ${change.version} of “${change.name}” is published.`, change),
  };
}
