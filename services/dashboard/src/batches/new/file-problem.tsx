import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { FileMistake, maxMistakes } from "./file-mistake.ts";
import classes from "./file-problem.module.css";
import { sendingProblem } from "./sending-panel.tsx";

/** Why a file was not sent: all mistakes that were found in it, as a person can mend them at once. */
export function FileProblem({ error }: { error: Error }) {
  const mistakes = error instanceof FileMistake ? error.mistakes : [];
  if (mistakes.length < 2) return <Notice kind="failure">{sendingProblem(error)}</Notice>;
  const isMore = mistakes.length >= maxMistakes;
  return (
    <Notice kind="failure">
      {isMore
        ? `The first ${maxMistakes} mistakes in the file:`
        : `The file has ${formatCount(mistakes.length, "mistake")}:`}
      <ul className={classes["mistakes"]}>
        {mistakes.map((mistake) => (
          <li key={mistake}>{mistake}</li>
        ))}
      </ul>
    </Notice>
  );
}
