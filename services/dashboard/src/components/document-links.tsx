import { Button, Menu } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { ChevronDown, Link as LinkIcon, Unlink } from "lucide-react";
import { useRef } from "react";
import { useOperation } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import { ConfirmDialog } from "./dialogs/confirm-dialog.tsx";
import { copyText } from "../ui/copy-text.ts";
import { Copyable } from "../ui/copyable.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatInstant } from "../ui/format.ts";
import { toast, toastProblem } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import { useMay, useProject } from "./project-context.ts";

type Link = ResponseOutput<typeof operations.createLink.member>;

const hour = 3_600;
const validities = [
  { label: "Valid for 1 hour", seconds: hour },
  { label: "Valid for 1 day", seconds: 24 * hour },
  { label: "Valid for 7 days", seconds: 7 * 24 * hour },
];

const untilWhen = ({ expiresAt }: Link) =>
  `Everybody who has the link can open the PDF until ${formatInstant(expiresAt)}.`;

/** Creates links that open the kept PDF of a document without signing in, and takes them back. */
export function DocumentLinks({ document }: { document: ResponseOutput<typeof operations.getDocument.key> }) {
  const { projectId } = useProject();
  const may = useMay();
  const target = useRef<HTMLButtonElement>(null);
  const revoking = useDialog();
  const uncopied = useDialog<Link>();
  const { mutateAsync: createLink, isPending } = useOperation(operations.createLink.member);
  const { mutateAsync: revokeLinks } = useOperation(operations.revokeLinks.member);
  if (!may(operations.createLink.member)) return null;
  const params = { projectId, documentId: document.documentId };

  async function copyLink(expiresIn: number): Promise<void> {
    try {
      const link = await createLink({ params, body: { expiresIn } });
      if (await copyText(link.url, null)) toast(`The link is copied. ${untilWhen(link)}`);
      else uncopied.open(link);
    } catch (error) {
      toastProblem(`The link was not created. ${problemMessage(error)}`);
    }
  }

  return (
    <>
      <Menu width={215} position="bottom-end">
        <Menu.Target>
          <Button
            ref={target}
            variant="default"
            loading={isPending}
            rightSection={<ChevronDown size={15} aria-hidden />}
          >
            Copy link
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {validities.map(({ label, seconds }) => (
            <Menu.Item
              key={seconds}
              leftSection={<LinkIcon size={15} aria-hidden />}
              onClick={() => {
                target.current?.focus();
                void copyLink(seconds);
              }}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            color="var(--danger)"
            leftSection={<Unlink size={15} aria-hidden />}
            onClick={() => {
              // The dialog returns the focus to this button when it closes, because the menu item is gone by then.
              target.current?.focus();
              revoking.open(true);
            }}
          >
            Take links back
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title="Copy the link" {...uncopied.props}>
        {uncopied.subject ? (
          <>
            <p>The browser does not let this page copy by itself. {untilWhen(uncopied.subject)}</p>
            <Copyable name="link" value={uncopied.subject.url} />
          </>
        ) : null}
      </Dialog>
      <ConfirmDialog
        title="Take links back?"
        confirmLabel="Take links back"
        {...revoking.props}
        onConfirm={() => revokeLinks({ params })}
        onDone={() => toast("No link that was created before opens this PDF any more.")}
      >
        <p>
          All links to this PDF stop working at once, those that API keys have created too. The PDF stays, and you can
          create new links.
        </p>
      </ConfirmDialog>
    </>
  );
}
