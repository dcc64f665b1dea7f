import { Button, NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import { issueMessage, pageSettings, type PageSettings } from "@platen/contracts";
import { pageFormats } from "@platen/contracts/page-size";
import { useEditor } from "../../editor-context.ts";
import { useDesign } from "../design-context.ts";
import { headerOrFooter } from "@platen/template-source";
import { ValidatedField } from "./validated-field.tsx";
import { Group, Wide } from "./group.tsx";
import { Sides } from "./sides.tsx";
import { withUnit } from "./with-unit.ts";
import classes from "./panel.module.css";

const custom = "custom";

function isLength(name: string): name is "width" | "height" {
  return name === "width" || name === "height";
}

/** A number alone is a length in millimetres. */
function inMillimetres(text: string): string {
  return withUnit(text, "mm");
}

/** Drops keys whose value is undefined, as the contract requires. */
function withoutUndefined(settings: { [Key in keyof PageSettings]: PageSettings[Key] | undefined }): PageSettings {
  const kept = Object.entries(settings).filter(([, value]) => value !== undefined);
  // The same settings without the undefined keys.
  return Object.fromEntries(kept) as PageSettings;
}

function settingsMistake(settings: unknown): string | undefined {
  const { success, error } = pageSettings.safeParse(settings, { error: issueMessage });
  const message = success ? undefined : error.issues[0]?.message;
  return message === undefined ? undefined : `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
}

/** The settings of the whole document: paper, margins, header and footer, and the PDF. */
export function PagePanel() {
  const { source, change, show } = useEditor();
  const { awaitStrip, mayEdit } = useDesign();
  const { settings } = source;
  const hasPageRule = /@page\b/i.test(source.css) || /@page\b/i.test(source.html);
  const isCustom = settings.width !== undefined || settings.height !== undefined;

  function set(values: { [Key in keyof PageSettings]?: PageSettings[Key] | undefined }): void {
    change({ settings: withoutUndefined({ ...settings, ...values }) }, `settings ${Object.keys(values).join()}`);
  }

  const textField = (
    name: "width" | "height" | "pageRanges" | "title" | "language",
    label: string,
    placeholder: string,
  ) => (
    <ValidatedField
      label={label}
      value={settings[name] ?? ""}
      placeholder={placeholder}
      check={(text) =>
        settingsMistake(isLength(name) ? { width: inMillimetres(text), height: inMillimetres(text) } : { [name]: text })
      }
      onChange={(text) => {
        if (text === "" && isLength(name)) return;
        set({ [name]: text === "" ? undefined : isLength(name) ? inMillimetres(text) : text });
      }}
    />
  );
  const switchField = (
    name: "printBackground" | "tagged" | "outline" | "javascript" | "preferCssPageSize",
    label: string,
    byDefault = false,
  ) => (
    <Wide>
      <Switch
        size="xs"
        label={label}
        checked={settings[name] ?? byDefault}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
      />
    </Wide>
  );
  const stripField = (name: "header" | "footer", label: string, initial: () => string) => (
    <Wide>
      <Switch
        size="xs"
        label={label}
        checked={settings[name] !== undefined}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.checked ? initial() : undefined })}
      />
      {settings[name] === undefined ? null : (
        <div className={classes["buttons"]}>
          {mayEdit ? (
            <Button size="compact-sm" variant="default" onClick={() => awaitStrip({ strip: name, page: 0, index: 0 })}>
              Edit the {name} on the page
            </Button>
          ) : null}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => show({ part: name, offset: 0 })}>
            Open its HTML
          </Button>
        </div>
      )}
    </Wide>
  );

  return (
    <>
      <Group title="Paper">
        {hasPageRule ? (
          <Wide>
            <p className={classes["text"]}>
              The stylesheet has an <code>@page</code> rule. While the switch is on, its size and margins override these
              settings.
            </p>
          </Wide>
        ) : null}
        {hasPageRule ? switchField("preferCssPageSize", "Use the stylesheet's page size", true) : null}
        <Wide>
          <NativeSelect
            size="xs"
            label="Format"
            value={isCustom ? custom : (settings.format ?? "A4")}
            onChange={({ currentTarget }) => {
              const format = pageFormats.find((name) => name === currentTarget.value);
              if (format) set({ format, width: undefined, height: undefined });
              else set({ width: "210mm", height: "297mm" });
            }}
            data={[...pageFormats, { value: custom, label: "Custom size" }]}
          />
        </Wide>
        {isCustom ? textField("width", "Width", "210mm") : null}
        {isCustom ? textField("height", "Height", "297mm") : null}
        <Wide>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Orientation"
            value={settings.orientation ?? "portrait"}
            onChange={(value) => set({ orientation: value === "landscape" ? "landscape" : "portrait" })}
            data={[
              { value: "portrait", label: "Portrait" },
              { value: "landscape", label: "Landscape" },
            ]}
          />
        </Wide>
        <Sides legend="Margins">
          {(side, onMistake) => (
            <ValidatedField
              label={`Margin ${side}`}
              onMistake={onMistake}
              value={settings.margin?.[side] ?? ""}
              placeholder="0"
              check={(text) => settingsMistake({ margin: { [side]: inMillimetres(text) } })}
              onChange={(text) => {
                const { [side]: _old, ...others } = settings.margin ?? {};
                const margin = text === "" ? others : { ...others, [side]: inMillimetres(text) };
                set({ margin: Object.keys(margin).length === 0 ? undefined : margin });
              }}
            />
          )}
        </Sides>
        <ValidatedField
          label="Scale"
          value={settings.scale === undefined ? "" : String(settings.scale)}
          placeholder="1"
          check={(text) =>
            settingsMistake({ scale: Number(text) }) === undefined ? undefined : "Use a number from 0.1 to 2"
          }
          onChange={(text) => set({ scale: text === "" ? undefined : Number(text) })}
        />
        {textField("pageRanges", "Pages", "All")}
        {switchField("printBackground", "Print backgrounds", true)}
        <Wide>
          <NativeSelect
            size="xs"
            label="Styles"
            value={settings.media ?? "print"}
            onChange={({ currentTarget }) => set({ media: currentTarget.value === "screen" ? "screen" : undefined })}
            data={[
              { value: "print", label: "For print" },
              { value: "screen", label: "For the screen" },
            ]}
          />
        </Wide>
      </Group>
      <Group title="Header and footer">
        {stripField("header", "Header on every page", () => headerOrFooter("title", "nothing", "nothing"))}
        {stripField("footer", "Footer on every page", () => headerOrFooter("nothing", "nothing", "page of pages"))}
      </Group>
      <Group title="Document">
        {textField("title", "Title", "The template's name")}
        {textField("language", "Language", "en")}
        {switchField("tagged", "Tagged, for screen readers")}
        {switchField("outline", "Outline from the headings")}
        {switchField("javascript", "Run the template's scripts")}
      </Group>
    </>
  );
}
