import { wordsForBlocked, type Tolerant, type Warning } from "@platen/contracts";
import { NoticeStripe } from "../../ui/notice-stripe.tsx";
import { Notice } from "../../ui/notice.tsx";
import classes from "./preview-warnings.module.css";

/** More warnings are folded, so that the document keeps its room. */
const mostUnfolded = 3;

type Message = { what: string; fix: string | undefined };

/** A warning's message, apart from its fix, which several warnings share. */
function messageOf({ kind, host, count, message }: Tolerant<Warning>): Message {
  if (kind === undefined || count === undefined) return { what: message, fix: undefined };
  const { what, fix } = wordsForBlocked({ kind, host, count });
  return { what: `${what}.`, fix };
}

function MessageList({ messages }: { messages: readonly Message[] }) {
  return (
    <ul className={classes["list"]}>
      {messages.map(({ what }) => (
        <li key={what}>{what}</li>
      ))}
    </ul>
  );
}

/** Lists what the document lacks. Its outer element is always there, so that screen readers announce new warnings. */
export function PreviewWarnings({ warnings }: { warnings: readonly Tolerant<Warning>[] }) {
  const messages = warnings.map(messageOf);
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
                <summary className={classes["more"]}>{folded.length} more</summary>
                <MessageList messages={folded} />
              </details>
            ) : null}
            {fixes.length > 0 ? (
              <p className={classes["fixes"]}>Platen documents have no network. {fixes.join(" ")}</p>
            ) : null}
          </Notice>
        </NoticeStripe>
      ) : null}
    </div>
  );
}
