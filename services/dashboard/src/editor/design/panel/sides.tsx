import { Input } from "@mantine/core";
import { useState, type ReactNode } from "react";
import classes from "./panel.module.css";

const sides = ["top", "right", "bottom", "left"] as const;
type Side = (typeof sides)[number];

type SidesProps = {
  legend: string;
  /** The field of a side. It reports its mistake, because its column is too narrow to show one. */
  children: (side: Side, onMistake: (mistake: string | undefined) => void) => ReactNode;
};

/** A field for each of the four sides, in a row. */
export function Sides({ legend, children }: SidesProps) {
  const [mistakes, setMistakes] = useState<Partial<Record<Side, string | undefined>>>({});
  const mistake = sides.map((side) => mistakes[side]).find((one) => one !== undefined);
  return (
    <fieldset className={classes["sides"]}>
      <legend>{legend}</legend>
      {sides.map((side) => (
        <div key={side} className={classes["side"]}>
          {children(side, (mistake) => setMistakes((others) => ({ ...others, [side]: mistake })))}
          <span aria-hidden>{side}</span>
        </div>
      ))}
      <Input.Error size="xs" role="alert" className={classes["wide"] ?? ""}>
        {mistake}
      </Input.Error>
    </fieldset>
  );
}
