import { Tooltip, UnstyledButton } from "@mantine/core";
import classes from "./others.module.css";
import { initialsOf } from "./initials-of.ts";
import { useOthers } from "./use-others.ts";

/** The dots that fit; a last one counts the rest. */
const mostDots = 3;

/** The other members who have the template open, as dots with their initials. */
export function Others() {
  const others = useOthers();
  const names = others.map(({ email }) => email);
  const words = names.length === 0 ? "" : `Also in this template: ${names.join(", ")}`;
  const shown = names.length > mostDots ? names.slice(0, mostDots - 1) : names;
  return (
    <>
      <div aria-live="polite" className="unseen">
        {words}
      </div>
      {names.length > 0 ? (
        <Tooltip label={words} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
          {/* A button, so that the keyboard and a finger reach the names too. */}
          <UnstyledButton style={{ display: "flex", flex: "none", borderRadius: "999px" }} aria-label={words}>
            {shown.map((name) => (
              <span key={name} className={classes["dot"]} data-initials={initialsOf(name)} />
            ))}
            {names.length > shown.length ? (
              <span className={classes["dot"]} data-initials={`+${names.length - shown.length}`} />
            ) : null}
          </UnstyledButton>
        </Tooltip>
      ) : null}
    </>
  );
}
