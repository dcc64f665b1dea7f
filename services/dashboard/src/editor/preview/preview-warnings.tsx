import { wordsForBlocked, type Warning } from "@platen/contracts";
import { NoticeStripe } from "../../ui/notice-stripe.tsx";
import { Notice } from "../../ui/notice.tsx";
import classes from "./preview-warnings.module.css";

/** The rest is folded, so that the document keeps its room. */
const shownAtOnce = 3;

type Words = { what: string; fix: string | undefined };

/** What all of them have in common is said once, below them. */
function wordsFor({ kind, host, count, message }: Warning): Words {
  if (kind === undefined || count === undefined) return { what: message, fix: undefined };
  const { what, fix } = wordsForBlocked({ kind, host, count });
  return { what: `${what}.`, fix };
}

function WarningList({ said }: { said: readonly Words[] }) {
  return (
    <ul className={classes["list"]}>
      {said.map(({ what }) => (
        <li key={what}>{what}</li>
      ))}
    </ul>
  );
}

/** Says what the shown document lacks. A screen reader tells of changes here, for which this element is always there. */
export function PreviewWarnings({ warnings }: { warnings: readonly Warning[] }) {
  const said = warnings.map(wordsFor);
  const folded = said.slice(shownAtOnce);
  const fixes = [...new Set(said.flatMap(({ fix }) => fix ?? []))];
  return (
    // An output element may not have a list in it.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" aria-label="What the document lacks">
      {said.length > 0 ? (
        <NoticeStripe>
          <Notice kind="warning">
            <WarningList said={said.slice(0, shownAtOnce)} />
            {folded.length > 0 ? (
              <details>
                <summary className={classes["more"]}>{folded.length} more</summary>
                <WarningList said={folded} />
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
