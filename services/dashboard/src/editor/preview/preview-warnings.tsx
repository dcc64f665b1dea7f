import { Anchor } from "@mantine/core";
import { wordsForBlocked, type Tolerant, type Warning } from "@platen/contracts";
import { NoticeStripe } from "../../ui/notice-stripe.tsx";
import { Notice } from "../../ui/notice.tsx";
import { readTemplate } from "@platen/template-source";
import { useMemo } from "react";
import { isEmptyPage } from "../design/is-empty-page.ts";
import { locateWarning } from "../draft/locate-problem.ts";
import { useEditor, useSource } from "../editor-context.ts";
import type { SourcePosition, TemplateSource } from "../template-source.ts";
import { findUnrepeatedHeads } from "./find-unrepeated-heads.ts";
import classes from "./preview-warnings.module.css";

const unrepeatedHeads =
  "The head rows of tables are not repeated on further pages: the CSS gives thead another display than table-header-group.";

/** More warnings are folded, so that the document keeps its room. */
const mostUnfolded = 3;

/** `page` is where it is seen, if its place in the source is not known. */
type Message = { what: string; fix?: string; position?: SourcePosition; page?: number };

/** A warning's message, apart from its fix, which several warnings share. */
function messageOf(warning: Tolerant<Warning>, source: TemplateSource): Message {
  const { kind, host, count, message, page } = warning;
  const located = locateWarning(warning, source);
  if (located) return { what: `${located.name}: ${message}`, position: located.position };
  if (kind === undefined || count === undefined) return { what: message, ...(page !== undefined && { page }) };
  const { what, fix } = wordsForBlocked({ kind, host, count });
  return { what: `${what}.`, fix };
}

type ShowPage = (page: number) => void;

function MessageList({ messages, onShowPage }: { messages: readonly Message[]; onShowPage: ShowPage }) {
  const { show } = useEditor();
  return (
    <ul className={classes["list"]}>
      {messages.map(({ what, position, page }) => (
        <li key={`${what} ${position?.offset ?? ""}`}>
          {position || page !== undefined ? (
            <Anchor
              component="button"
              type="button"
              className={classes["link"] ?? ""}
              onClick={() => {
                if (position) show(position);
                else if (page !== undefined) onShowPage(page);
              }}
            >
              {what}
            </Anchor>
          ) : (
            what
          )}
        </li>
      ))}
    </ul>
  );
}

type PreviewWarningsProps = {
  warnings: readonly Tolerant<Warning>[];
  pageCount: number;
  /** Shows a page of the document. */
  onShowPage: ShowPage;
};

/** Lists what the document lacks. Its outer element is always there, so that screen readers announce new warnings. */
export function PreviewWarnings({ warnings, pageCount, onShowPage }: PreviewWarningsProps) {
  const source = useSource();
  const unrepeated = useMemo(() => (pageCount > 1 ? findUnrepeatedHeads(source) : undefined), [source, pageCount]);
  const hasEmptyPage = warnings.some(({ code }) => code === "page.empty");
  // Its author knows.
  const isBlank = useMemo(() => hasEmptyPage && isEmptyPage(readTemplate(source.html)), [hasEmptyPage, source.html]);
  const shown = isBlank ? warnings.filter(({ code }) => code !== "page.empty") : warnings;
  const messages = [
    ...shown.map((warning) => messageOf(warning, source)),
    ...(unrepeated ? [{ what: unrepeatedHeads, position: unrepeated }] : []),
  ];
  const folded = messages.slice(mostUnfolded);
  const fixes = [...new Set(messages.flatMap(({ fix }) => fix ?? []))];
  return (
    // An output element may not contain a list.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" aria-label="Warnings about the document">
      {messages.length > 0 ? (
        <NoticeStripe>
          <Notice kind="warning">
            <MessageList messages={messages.slice(0, mostUnfolded)} onShowPage={onShowPage} />
            {folded.length > 0 ? (
              <details>
                <summary style={{ width: "fit-content", color: "var(--soft)", cursor: "pointer" }}>
                  {folded.length} more
                </summary>
                <MessageList messages={folded} onShowPage={onShowPage} />
              </details>
            ) : null}
            {fixes.length > 0 ? (
              <p style={{ margin: "0.25rem 0 0", color: "var(--soft)" }}>
                Platen documents have no network. {fixes.join(" ")}
              </p>
            ) : null}
          </Notice>
        </NoticeStripe>
      ) : null}
    </div>
  );
}
