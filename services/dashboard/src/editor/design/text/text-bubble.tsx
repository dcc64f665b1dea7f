import { Button, NativeSelect, TextInput } from "@mantine/core";
import { Baseline, Bold, Italic, Link, Underline, type LucideIcon } from "lucide-react";
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from "react";
import { brandColours } from "../../../library/brand/brand-colours.ts";
import { useBrand } from "../../../library/brand/use-brand.ts";
import { writtenColour } from "../../../ui/colours.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { formatShortcut } from "../../shortcuts/shortcuts.ts";
import { FieldMenu } from "../palette/field-menu.tsx";
import { bubbleLeft, bubbleRoom, isBubbleAbove, isTaken } from "./bubble-side.ts";
import type { TextFormat } from "./format-text.ts";
import { keepsTextEditing } from "./keeps-text-editing.ts";
import classes from "./text-bubble.module.css";
import type { TextEditing } from "./text-editing.ts";
import type { Formatting } from "./text-formatting.ts";
import type { SelectedText } from "./text-selection.ts";

const formats: readonly { format: TextFormat; label: string; keys: string; icon: LucideIcon }[] = [
  { format: "bold", label: "Bold", keys: "mod+b", icon: Bold },
  { format: "italic", label: "Italic", keys: "mod+i", icon: Italic },
  { format: "underline", label: "Underline", keys: "mod+u", icon: Underline },
];

/** In points, as in word processors. */
const sizes = [7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48];

/** Shown after the colours of the brand, as far as there is room. */
const standardColours = [
  { name: "Black", value: "#000000" },
  { name: "Grey", value: "#66708a" },
  { name: "Red", value: "#c62828" },
  { name: "Orange", value: "#b45309" },
  { name: "Green", value: "#0f6f58" },
  { name: "Blue", value: "#1d4ed8" },
  { name: "Purple", value: "#6d28d9" },
];

const mostSwatches = 7;

const iconSize = 15;

type FormProps = { formatting: Formatting; onDone: () => void };

function LinkForm({ formatting, href, onDone }: FormProps & { href: string | undefined }) {
  const [address, setAddress] = useState(href ?? "");
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const written = address.trim();
    // Without a scheme, the link would lead to a page beside the document.
    const isPlain = /^[\w-]+(?:\.[\w-]+)+(?:[/?#].*)?$/.test(written);
    formatting.link(written === "" ? undefined : isPlain ? `https://${written}` : written);
    onDone();
  }
  return (
    <form className={classes["form"]} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label="Address of the link"
        placeholder="https://example.com"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        data-autofocus
      />
      <Button size="compact-xs" type="submit">
        Set link
      </Button>
      {href === undefined ? null : (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            formatting.link(undefined);
            onDone();
          }}
        >
          Remove
        </Button>
      )}
    </form>
  );
}

function ColourForm({ formatting, onDone }: FormProps) {
  const [typed, setTyped] = useState("");
  const isWrong = typed !== "" && !CSS.supports("color", typed.trim());
  const { brand } = useBrand();
  const standard = standardColours.map((colour) => ({ ...colour, css: colour.value }));
  const swatches = [...brandColours(brand), ...standard].slice(0, mostSwatches);
  function set(colour: string): void {
    formatting.setStyle("color", colour);
    onDone();
  }
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "" && !isWrong) set(writtenColour(typed.trim()));
      }}
    >
      {swatches.map(({ name, value, css }, index) => (
        <button
          key={`${name} ${css}`}
          type="button"
          className={classes["swatch"]}
          style={{ background: value }}
          aria-label={name}
          title={name}
          data-autofocus={index === 0 || undefined}
          onClick={() => set(css)}
        />
      ))}
      <TextInput
        size="xs"
        style={{ width: "6rem" }}
        aria-label="Colour"
        placeholder="#0f6f58"
        error={isWrong}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button size="compact-xs" type="submit">
        Set
      </Button>
    </form>
  );
}

type Mode = "formats" | "link" | "colour";

type TextBubbleProps = {
  editing: TextEditing;
  scale: number;
  /** The width of the sheets on the screen. */
  width: number;
  /** What scrolls the sheets, and the space above them in it. */
  scroller: RefObject<HTMLElement | null>;
  padding: number;
};

/** The selected text, and whether the bubble stands above it. */
type Shown = { selected: SelectedText; isAbove: boolean };

/** The formats of the selected text, above or below it. */
export function TextBubble({ editing, scale, width, scroller, padding }: TextBubbleProps) {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    const show = ({ selected }: { selected: SelectedText | undefined }) => {
      const { ownerDocument } = editing.element;
      const from = (scroller.current?.scrollTop ?? 0) - padding;
      const view = { scale, width, from, to: from + (scroller.current?.clientHeight ?? 0) };
      setShown(
        selected && {
          selected,
          isAbove: isBubbleAbove(selected.box, view, (x, y) => isTaken(ownerDocument, x, y)),
        },
      );
    };
    show(editing.selection.getState());
    return editing.selection.subscribe(show);
  }, [editing, scroller, scale, width, padding]);
  const { formatting } = editing;
  return shown && formatting ? <Bubble {...shown} {...{ editing, formatting, scale, width }} /> : null;
}

type BubbleProps = Pick<TextBubbleProps, "editing" | "scale" | "width"> & Shown & { formatting: Formatting };

function Bubble({ editing, formatting, selected, isAbove, scale, width }: BubbleProps) {
  const [mode, setMode] = useState<Mode>("formats");
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (mode !== "formats") bubble.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [mode]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      finish();
      return;
    }
    if (mode !== "formats" || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    const tools = [...event.currentTarget.querySelectorAll<HTMLElement>("button, select")];
    const at = tools.findIndex((tool) => tool === event.target);
    if (at === -1) return;
    event.preventDefault();
    tools.at((at + (event.key === "ArrowLeft" ? -1 : 1)) % tools.length)?.focus();
  }

  function finish(): void {
    setMode("formats");
    editing.focus();
  }

  const { box, href } = selected;
  const content: Record<Mode, ReactNode> = {
    formats: (
      <>
        {formats.map(({ format, label, keys, icon }) => (
          <IconButton
            iconSize={iconSize}
            key={format}
            label={label}
            hint={`${label} (${formatShortcut(keys)})`}
            icon={icon}
            isOn={selected.formats.includes(format)}
            onClick={() => formatting.toggle(format)}
          />
        ))}
        <IconButton
          iconSize={iconSize}
          label="Link"
          icon={Link}
          isOn={href !== undefined}
          onClick={() => setMode("link")}
        />
        <IconButton
          iconSize={iconSize}
          label="Colour of the text"
          icon={Baseline}
          isOn={false}
          onClick={() => setMode("colour")}
        />
        <NativeSelect
          size="xs"
          style={{ width: "5rem" }}
          aria-label="Size of the text"
          value=""
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== "") formatting.setStyle("font-size", currentTarget.value);
          }}
          data={[{ value: "", label: "Size" }, ...sizes.map((size) => ({ value: `${size}pt`, label: `${size} pt` }))]}
        />
        <FieldMenu label="Field" />
      </>
    ),
    link: <LinkForm formatting={formatting} href={href} onDone={finish} />,
    colour: <ColourForm formatting={formatting} onDone={finish} />,
  };
  return (
    <div
      ref={bubble}
      role="toolbar"
      tabIndex={-1}
      aria-label="Format of the selected text"
      className={classes["bubble"]}
      {...{ [keepsTextEditing]: "formats" }}
      data-above={isAbove || undefined}
      style={{
        left: bubbleLeft(box, { scale, width }),
        top: isAbove ? box.top * scale - bubbleRoom.gap : box.bottom * scale + bubbleRoom.gap,
      }}
      onKeyDown={onKeyDown}
      // The text keeps the focus, and with it the look of its selection.
      onMouseDown={(event) => {
        if (!(event.target instanceof Element && event.target.closest("input, select"))) event.preventDefault();
      }}
    >
      {content[mode]}
    </div>
  );
}
