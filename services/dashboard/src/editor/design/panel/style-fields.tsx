import { ColorInput, NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { DraftField } from "./validated-field.tsx";
import classes from "./panel.module.css";
import type { ElementStyles } from "./use-element-styles.ts";

type FieldProps = { styles: ElementStyles; property: string; label: string };

/** A number alone is meant in pixels, but for what has no unit. */
function withUnit(property: string, text: string): string {
  return property !== "line-height" && /^-?\d+(\.\d+)?$/.test(text) && text !== "0" ? `${text}px` : text;
}

/** A length or anything else that the property takes, with a check that the browser understands it. */
export function LengthField({
  styles,
  property,
  label,
  isLabelHidden = false,
}: FieldProps & { isLabelHidden?: boolean }) {
  return (
    <DraftField
      label={label}
      isLabelHidden={isLabelHidden}
      value={styles.own(property)}
      placeholder={styles.computed(property)}
      check={(text) => (CSS.supports(property, withUnit(property, text)) ? undefined : "Such as 12px, 4mm or 50%")}
      onChange={(text) => styles.set({ [property]: withUnit(property, text) })}
    />
  );
}

const sides = ["top", "right", "bottom", "left"] as const;

/** The same property on each of the four sides. */
export function SideFields({ styles, property, label }: FieldProps) {
  return (
    <fieldset className={classes["sides"]}>
      <legend>{label}</legend>
      {sides.map((side) => (
        <div key={side} className={classes["side"]}>
          <LengthField styles={styles} property={`${property}-${side}`} label={`${label} ${side}`} isLabelHidden />
          <span aria-hidden>{side}</span>
        </div>
      ))}
    </fieldset>
  );
}

export function ColourField({ styles, property, label }: FieldProps) {
  return (
    <ColorInput
      size="xs"
      label={label}
      format="hexa"
      fixOnBlur={false}
      eyeDropperButtonProps={{ "aria-label": `Pick ${label.toLowerCase()} from the screen` }}
      value={styles.own(property)}
      placeholder={styles.computed(property)}
      error={
        styles.own(property) === "" || CSS.supports(property, styles.own(property)) ? undefined : "Such as #0f6f58"
      }
      onChange={(value) => {
        // An opaque colour is written as everybody writes it.
        const colour = value.replace(/^(#[\da-f]{6})ff$/i, "$1");
        if (colour === "" || CSS.supports(property, colour)) styles.set({ [property]: colour });
      }}
    />
  );
}

type Choice = { value: string; label: string };

/** One of some values; the first choice leaves it to the stylesheet. */
export function ChoiceField({ styles, property, label, choices }: FieldProps & { choices: readonly Choice[] }) {
  const own = styles.own(property);
  const known = own === "" || choices.some(({ value }) => value === own) ? [] : [{ value: own, label: own }];
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={own}
      onChange={({ currentTarget }) => styles.set({ [property]: currentTarget.value })}
      data={[{ value: "", label: styles.computed(property) || "As styled" }, ...known, ...choices]}
    />
  );
}

/** One of a few values that have pictures. Choosing the chosen one again takes it away. */
export function PictureField({
  styles,
  property,
  label,
  choices,
}: FieldProps & { choices: readonly { value: string; label: string; picture: ReactNode }[] }) {
  const own = styles.own(property);
  return (
    <div>
      <span className={classes["label"]} aria-hidden>
        {label}
      </span>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={label}
        value={own === "" ? styles.computed(property) : own}
        onChange={(value) => styles.set({ [property]: value })}
        data={choices.map(({ value, label, picture }) => ({
          value,
          label: (
            <span title={label} className={classes["picture"]}>
              {picture}
              <span className="unseen">{label}</span>
            </span>
          ),
        }))}
      />
    </div>
  );
}

/** A property that has its value or not. */
export function SwitchField({ styles, property, label, on }: FieldProps & { on: string }) {
  return (
    <Switch
      size="xs"
      label={label}
      checked={(styles.own(property) || styles.computed(property)) === on}
      onChange={({ currentTarget }) => {
        // Where the stylesheet says it too, taking it away here would not be enough.
        const isStyled = styles.own(property) === "" && styles.computed(property) === on;
        styles.set({ [property]: currentTarget.checked ? on : isStyled ? "auto" : "" });
      }}
    />
  );
}
