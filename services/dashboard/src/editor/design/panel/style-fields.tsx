import { ColorInput, ColorSwatch, NativeSelect, SegmentedControl, Switch, Tooltip } from "@mantine/core";
import { useState } from "react";
import { brandColours } from "../../../library/brand/brand-colours.ts";
import { useBrand } from "../../../library/brand/use-brand.ts";
import { toHex, writtenColour } from "../../../ui/colours.ts";
import { iconChoice, type IconChoice } from "./icon-choice.tsx";
import { Sides } from "./sides.tsx";
import { ValidatedField, type ValidatedFieldProps } from "./validated-field.tsx";
import { shownLength, unitOf, wordOf } from "./shown-length.ts";
import { withUnit } from "./with-unit.ts";
import classes from "./panel.module.css";
import type { ElementStyles } from "./use-element-styles.ts";

type FieldProps = { styles: ElementStyles; property: string; label: string };

/** A number alone is a length in the unit of its field, except for line-height, which takes numbers. */
function asLength(property: string, text: string): string {
  const isFactor = property === "line-height" && /^[\d.]+$/.test(text);
  return isFactor ? text : withUnit(text, unitOf(property));
}

/** The length that applies while the element sets none. The height of lines is a factor of the size of their text. */
function placeholderOf(styles: ElementStyles, property: string): string {
  const value = styles.computed(property);
  const factor = Number.parseFloat(value) / Number.parseFloat(styles.computed("font-size"));
  if (property === "line-height" && Number.isFinite(factor)) return String(Number(factor.toFixed(2)));
  return wordOf(shownLength(property, value));
}

/** A length, or any other value that the browser accepts for the property. */
export function LengthField({
  styles,
  property,
  label,
  onMistake,
}: FieldProps & Pick<ValidatedFieldProps, "onMistake">) {
  return (
    <ValidatedField
      label={label}
      {...(onMistake ? { onMistake } : {})}
      value={shownLength(property, styles.own(property))}
      placeholder={placeholderOf(styles, property)}
      check={(text) =>
        CSS.supports(property, asLength(property, text)) ? undefined : "Use a value such as 12pt, 4mm or 50%"
      }
      onChange={(text) => styles.set({ [property]: asLength(property, text) })}
    />
  );
}

/** The same property on each of the four sides. */
export function SideFields({ styles, property, label }: FieldProps) {
  return (
    <Sides legend={label}>
      {(side, onMistake) => (
        <LengthField
          styles={styles}
          property={`${property}-${side}`}
          label={`${label} ${side}`}
          onMistake={onMistake}
        />
      )}
    </Sides>
  );
}

/**
 * A colour, picked, typed or of the brand. One of the brand is shown by its name, and follows the brand. Others have any
 * notation of CSS, written as `#rrggbb` where that is the same colour.
 */
export function ColourField({ styles, property, label }: FieldProps) {
  const [typed, setTyped] = useState<string>();
  const colours = brandColours(useBrand().brand);
  const own = styles.own(property);
  const chosen = colours.find(({ css }) => css === own);
  const cssOf = (text: string) => colours.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.css ?? text;
  const isColour = (text: string) => text === "" || CSS.supports(property, cssOf(text));
  const isWrong = typed !== undefined && !isColour(typed.trim());
  return (
    <>
      <ColorInput
        size="xs"
        label={label}
        format="hexa"
        fixOnBlur={false}
        eyeDropperButtonProps={{ "aria-label": `Pick ${label.toLowerCase()} from the screen` }}
        {...(chosen && typed === undefined && { leftSection: <ColorSwatch size={18} color={chosen.value} /> })}
        value={typed ?? chosen?.name ?? toHex(own)}
        placeholder={wordOf(styles.computed(property))}
        error={isWrong ? "Use a colour such as #0f6f58" : undefined}
        onChange={(text) => {
          setTyped(text);
          const colour = text.trim();
          if (isColour(colour)) styles.set({ [property]: writtenColour(cssOf(colour)) });
        }}
        onBlur={() => {
          if (!isWrong) setTyped(undefined);
        }}
      />
      {colours.length > 0 ? (
        <div className={classes["swatches"]}>
          {colours.map(({ name, value, css }) => (
            <Tooltip key={name} label={name}>
              <ColorSwatch
                component="button"
                type="button"
                size={16}
                color={value}
                aria-label={`${label}: ${name}`}
                aria-pressed={css === own}
                onClick={() => {
                  setTyped(undefined);
                  styles.set({ [property]: css });
                }}
              />
            </Tooltip>
          ))}
        </div>
      ) : null}
    </>
  );
}

type Choice = { value: string; label: string };

/** One of several values. The first choice leaves the property to the stylesheet. */
export function ChoiceField({ styles, property, label, choices }: FieldProps & { choices: readonly Choice[] }) {
  const own = styles.own(property);
  const computed = styles.computed(property);
  const styled = choices.find(({ value }) => value === computed)?.label ?? wordOf(computed);
  const known = own === "" || choices.some(({ value }) => value === own) ? [] : [{ value: own, label: wordOf(own) }];
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={own}
      onChange={({ currentTarget }) => styles.set({ [property]: currentTarget.value })}
      data={[{ value: "", label: styled || "As styled" }, ...known, ...choices]}
    />
  );
}

/** One of a few values, shown as icons. */
export function IconChoiceField({ styles, property, label, choices }: FieldProps & { choices: readonly IconChoice[] }) {
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
        data={choices.map(iconChoice)}
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
