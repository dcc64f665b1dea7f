import { ColorInput, NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { ValidatedField } from "./validated-field.tsx";
import classes from "./panel.module.css";
import type { ElementStyles } from "./use-element-styles.ts";

type FieldProps = { styles: ElementStyles; property: string; label: string };

/** Adds px to a plain number, except for line-height, which takes numbers. */
function withUnit(property: string, text: string): string {
  return property !== "line-height" && /^-?\d+(\.\d+)?$/.test(text) && text !== "0" ? `${text}px` : text;
}

/** A length, or any other value that the browser accepts for the property. */
export function LengthField({
  styles,
  property,
  label,
  isLabelHidden = false,
}: FieldProps & { isLabelHidden?: boolean }) {
  return (
    <ValidatedField
      label={label}
      isLabelHidden={isLabelHidden}
      value={styles.own(property)}
      placeholder={styles.computed(property)}
      check={(text) =>
        CSS.supports(property, withUnit(property, text)) ? undefined : "Use a value such as 12px, 4mm or 50%"
      }
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
        styles.own(property) === "" || CSS.supports(property, styles.own(property))
          ? undefined
          : "Use a colour such as #0f6f58"
      }
      onChange={(value) => {
        // An opaque colour needs no alpha channel.
        const colour = value.replace(/^(#[\da-f]{6})ff$/i, "$1");
        if (colour === "" || CSS.supports(property, colour)) styles.set({ [property]: colour });
      }}
    />
  );
}

type Choice = { value: string; label: string };

/** One of several values. The first choice leaves the property to the stylesheet. */
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

/** One of a few values, shown as icons. */
export function IconChoiceField({
  styles,
  property,
  label,
  choices,
}: FieldProps & { choices: readonly { value: string; label: string; icon: ReactNode }[] }) {
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
        data={choices.map(({ value, label, icon }) => ({
          value,
          label: (
            <span title={label} className={classes["icon"]}>
              {icon}
              <span className="unseen">{label}</span>
            </span>
          ),
        }))}
      />
    </div>
  );
}

/** A property that is either set or not. */
export function SwitchField({ styles, property, label, on }: FieldProps & { on: string }) {
  return (
    <Switch
      size="xs"
      label={label}
      checked={(styles.own(property) || styles.computed(property)) === on}
      onChange={({ currentTarget }) => {
        // If the stylesheet sets the value too, removing it from the element is not enough.
        const isStyled = styles.own(property) === "" && styles.computed(property) === on;
        styles.set({ [property]: currentTarget.checked ? on : isStyled ? "auto" : "" });
      }}
    />
  );
}
