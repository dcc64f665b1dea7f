import { Button, NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import { issueMessage, pageSettings, type PageSettings } from "@platen/contracts";
import { pageFormats } from "@platen/contracts/page-size";
import { useEditor, useSource } from "../../editor-context.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { headerOrFooter, type StripName } from "@platen/template-source";
import { ValidatedField } from "./validated-field.tsx";
import { Group, Wide } from "./group.tsx";
import { RefusalSetting } from "./refusal-setting.tsx";
import { type PageLook, pageLookOf, withoutPageLook, withPageLook } from "./page-look.ts";
import { Sides } from "./sides.tsx";
import { ColourField } from "./style-fields.tsx";
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

type Settings = { [Key in keyof PageSettings]?: PageSettings[Key] | undefined };

/** The page settings of the template, and their change; undefined takes a setting out. */
function useSettings(): { settings: PageSettings; set: (values: Settings) => void } {
  const { change } = useEditor();
  const source = useSource();
  const { settings } = source;
  return {
    settings,
    set: (values) =>
      change({ settings: withoutUndefined({ ...settings, ...values }) }, `settings ${Object.keys(values).join()}`),
  };
}

type TextSettingProps = {
  name: "width" | "height" | "pageRanges" | "title" | "language";
  label: string;
  placeholder: string;
};

function TextSetting({ name, label, placeholder }: TextSettingProps) {
  const { settings, set } = useSettings();
  const written = (text: string) => (isLength(name) ? inMillimetres(text) : text);
  return (
    <ValidatedField
      label={label}
      value={settings[name] ?? ""}
      placeholder={placeholder}
      check={(text) =>
        settingsMistake(isLength(name) ? { width: written(text), height: written(text) } : { [name]: text })
      }
      onChange={(text) => {
        if (text === "" && isLength(name)) return;
        set({ [name]: text === "" ? undefined : written(text) });
      }}
    />
  );
}

type SwitchSettingProps = {
  name: "printBackground" | "tagged" | "outline" | "javascript" | "preferCssPageSize";
  label: string;
  byDefault?: boolean;
};

function SwitchSetting({ name, label, byDefault = false }: SwitchSettingProps) {
  const { settings, set } = useSettings();
  return (
    <Wide>
      <Switch
        size="xs"
        label={label}
        checked={settings[name] ?? byDefault}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
      />
    </Wide>
  );
}

/** Whether the pages have a header or footer; `initial` is the HTML of a new one. */
function StripSetting({ name, label, initial }: { name: StripName; label: string; initial: string }) {
  const { settings, set } = useSettings();
  const { show } = useEditor();
  const { mayEdit } = useDesign((state) => state.document);
  const { editStrip } = useDesignStore();
  return (
    <Wide>
      <Switch
        size="xs"
        label={label}
        checked={settings[name] !== undefined}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.checked ? initial : undefined })}
      />
      {settings[name] === undefined ? null : (
        <div className={classes["buttons"]}>
          {mayEdit ? (
            <Button size="compact-sm" variant="default" onClick={() => editStrip({ strip: name, page: 0, index: 0 })}>
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
}

function PaperFormat() {
  const { settings, set } = useSettings();
  const isCustom = settings.width !== undefined || settings.height !== undefined;
  return (
    <>
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
      {isCustom ? <TextSetting name="width" label="Width" placeholder="210mm" /> : null}
      {isCustom ? <TextSetting name="height" label="Height" placeholder="297mm" /> : null}
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
    </>
  );
}

function Margins() {
  const { settings, set } = useSettings();
  return (
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
  );
}

/** The colour and the border of the pages, which are a rule of the stylesheet. */
function PageLookFields() {
  const { change } = useEditor();
  const { css } = useSource();
  const look = pageLookOf(css);
  const set = (part: keyof PageLook) => (value: string) =>
    change({ css: withPageLook(css, { [part]: value }) }, `page ${part}`);
  const stylesOf = (part: keyof PageLook) => ({
    own: () => look[part],
    computed: () => "none",
    set: (values: Readonly<Record<string, string>>) => set(part)(Object.values(values)[0] ?? ""),
  });
  return (
    <>
      <Wide>
        <ColourField property="background-color" label="Page colour" styles={stylesOf("colour")} />
      </Wide>
      <ValidatedField
        label="Page border"
        value={look.borderWidth}
        placeholder="None"
        check={(text) =>
          /^\S+$/.test(text) && CSS.supports("border-top-width", inMillimetres(text))
            ? undefined
            : "Use a width such as 0.5mm"
        }
        onChange={(text) => set("borderWidth")(inMillimetres(text))}
      />
      {look.borderWidth === "" ? null : (
        <Wide>
          <ColourField
            property="border-top-color"
            label="Colour of the page border"
            styles={stylesOf("borderColour")}
          />
        </Wide>
      )}
    </>
  );
}

function PaperGroup() {
  const source = useSource();
  const { settings, set } = useSettings();
  const hasPageRule = /@page\b/i.test(withoutPageLook(source.css)) || /@page\b/i.test(source.html);
  return (
    <Group title="Paper">
      {hasPageRule ? (
        <>
          <Wide>
            <p className={classes["text"]}>
              The stylesheet has an <code>@page</code> rule. While the switch is on, its size and margins override these
              settings.
            </p>
          </Wide>
          <SwitchSetting name="preferCssPageSize" label="Use the stylesheet's page size" byDefault />
        </>
      ) : null}
      <PaperFormat />
      <Margins />
      <ValidatedField
        label="Scale"
        value={settings.scale === undefined ? "" : String(settings.scale)}
        placeholder="1"
        check={(text) =>
          settingsMistake({ scale: Number(text) }) === undefined ? undefined : "Use a number from 0.1 to 2"
        }
        onChange={(text) => set({ scale: text === "" ? undefined : Number(text) })}
      />
      <TextSetting name="pageRanges" label="Pages" placeholder="All" />
      <PageLookFields />
      <SwitchSetting name="printBackground" label="Print backgrounds" byDefault />
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
  );
}

function Refusal() {
  const { settings, set } = useSettings();
  return <RefusalSetting strict={settings.strict} onChange={(strict) => set({ strict })} />;
}

/** The settings of the whole document: paper, margins, header and footer, and the PDF. */
export function PagePanel() {
  return (
    <>
      <PaperGroup />
      <Group title="Header and footer">
        <StripSetting
          name="header"
          label="Header on every page"
          initial={headerOrFooter("title", "nothing", "nothing")}
        />
        <StripSetting
          name="footer"
          label="Footer on every page"
          initial={headerOrFooter("nothing", "nothing", "page of pages")}
        />
      </Group>
      <Group title="Document">
        <TextSetting name="title" label="Title" placeholder="The template's name" />
        <TextSetting name="language" label="Language" placeholder="en" />
        <SwitchSetting name="tagged" label="Tagged, for screen readers" />
        <SwitchSetting name="outline" label="Outline from the headings" />
        <SwitchSetting name="javascript" label="Run the template's scripts" />
        <Refusal />
      </Group>
    </>
  );
}
