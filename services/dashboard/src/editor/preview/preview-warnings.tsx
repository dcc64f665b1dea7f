import { Anchor } from "@mantine/core";
import { wordsForBlocked, type Tolerant, type Warning } from "@platen/contracts";
import { NoticeStripe } from "../../ui/notice-stripe.tsx";
import { Notice } from "../../ui/notice.tsx";
import { locateWarning } from "../draft/locate-problem.ts";
import { useEditor, useSource } from "../editor-context.ts";
import type { SourcePosition, TemplateSource } from "../template-source.ts";
import classes from "./preview-warnings.module.css";

/** More warnings are folded, so that the document keeps its room. */
const mostUnfolded = 3;

type Message = { what: string; fix?: string; position?: SourcePosition };

/** A warning's message, apart from its fix, which several warnings share. */
function messageOf(warning: Tolerant<Warning>, source: TemplateSource): Message {
  const { kind, host, count, message } = warning;
  const located = locateWarning(warning, source);
  if (located) return { what: `${located.name}: ${message}`, position: located.position };
  if (kind === undefined || count === undefined) return { what: message };
  const { what, fix } = wordsForBlocked({ kind, host, count });
  return { what: `${what}.`, fix };
}

function MessageList({ messages }: { messages: readonly Message[] }) {
  const { show } = useEditor();
  return (
    <ul className={classes["list"]}>
      {messages.map(({ what, position }) => (
        <li key={`${what} ${position?.offset ?? ""}`}>
          {position ? (
            <Anchor component="button" type="button" className={classes["link"] ?? ""} onClick={() => show(position)}>
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

/** Lists what the document lacks. Its outer element is always there, so that screen readers announce new warnings. */
export function PreviewWarnings({ warnings }: { warnings: readonly Tolerant<Warning>[] }) {
  const source = useSource();
  const messages = warnings.map((warning) => messageOf(warning, source));
  const folded = messages.slice(mostUnfolded);
  const fixes = [...new Set(messages.flatMap(({ fix }) => fix ?? []))];
  return (
    // An output element may not contain a list.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" aria-label="Warnings about the document">
      {messages.length > 0 ? (
        <NoticeStripe>
          <Notice kind="warning">
            <MessageList messages={messages.slice(0, mostUnfolded)} />
            {folded.length > 0 ? (
              <details>
                <summary style={{ width: "fit-content", color: "var(--soft)", cursor: "pointer" }}>
                  {folded.length} more
                </summary>
                <MessageList messages={folded} />
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
