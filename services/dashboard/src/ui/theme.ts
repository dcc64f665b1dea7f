import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/** The only accent colour: the green enamel of a printing press. */
const press: MantineColorsTuple = [
  "#edf8f4",
  "#d7efe7",
  "#aedfd0",
  "#82cfb7",
  "#5cc2a2",
  "#36a687",
  "#1d8a6e",
  "#0f6f58",
  "#0b5a47",
  "#074236",
];

/** Warm greys of paper and ink. */
const gray: MantineColorsTuple = [
  "#faf9f7",
  "#f4f2ee",
  "#eae7e1",
  "#dedad2",
  "#c9c4ba",
  "#9d978b",
  "#746f65",
  "#57534b",
  "#3a3732",
  "#201e1b",
];

const dark: MantineColorsTuple = [
  "#e9e6e0",
  "#c9c5bd",
  "#a8a49b",
  "#7d7971",
  "#45423d",
  "#35332f",
  "#262421",
  "#1c1b19",
  "#151412",
  "#0f0e0d",
];

const red: MantineColorsTuple = [
  "#fdf1ef",
  "#fadfdb",
  "#f4bcb4",
  "#ee9689",
  "#e97767",
  "#de5845",
  "#c8402d",
  "#ab3122",
  "#8b271b",
  "#651c13",
];

const amber: MantineColorsTuple = [
  "#fdf6e7",
  "#f9e9c8",
  "#f1d08c",
  "#e8b750",
  "#dea02a",
  "#c2851a",
  "#9d6a11",
  "#7b520c",
  "#5c3d08",
  "#3e2905",
];

export const theme = createTheme({
  primaryColor: "press",
  primaryShade: { light: 7, dark: 4 },
  colors: { press, gray, dark, red, amber },
  black: "#1c1a17",
  defaultRadius: "md",
  radius: { xs: "3px", sm: "5px", md: "7px", lg: "11px", xl: "16px" },
  fontFamily: '"Geist Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: '"Geist Mono Variable", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontFamily: '"Geist Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
    fontWeight: "600",
    textWrap: "balance",
  },
  fontSizes: { xs: "0.78125rem", sm: "0.875rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: "sm" } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false } },
    Modal: {
      defaultProps: { yOffset: "12vh", transitionProps: { duration: 120, transition: "fade-up" } },
    },
    Menu: { defaultProps: { position: "bottom-end", shadow: "md", transitionProps: { duration: 80 } } },
    // Screen readers ignore the name of an element without a role.
    Loader: { defaultProps: { type: "dots", role: "status" } },
    // A field that opens a picker cannot name its sliders itself.
    ColorPicker: {
      defaultProps: { saturationLabel: "Saturation and brightness", hueLabel: "Hue", alphaLabel: "Opacity" },
    },
  },
});

/** Maps Mantine's colours to ours, which `theme.css` defines for light and dark. */
export const cssVariables: CSSVariablesResolver = () => {
  const own = {
    "--mantine-color-body": "var(--back)",
    "--mantine-color-text": "var(--ink)",
    "--mantine-color-dimmed": "var(--soft)",
    "--mantine-color-placeholder": "var(--faint)",
    "--mantine-color-error": "var(--danger)",
    "--mantine-color-default": "var(--surface)",
    "--mantine-color-default-hover": "var(--hover)",
    "--mantine-color-default-color": "var(--ink)",
    "--mantine-color-default-border": "var(--line-strong)",
    "--mantine-color-anchor": "var(--accent)",
    // White text needs a darker background than the light accent of the dark scheme.
    "--mantine-primary-color-contrast": "#ffffff",
    "--mantine-color-press-filled": "var(--accent-filled)",
    "--mantine-color-press-filled-hover": "var(--accent-filled-hover)",
    "--mantine-color-red-outline": "var(--danger)",
    "--mantine-color-red-outline-hover": "var(--danger-soft)",
    "--mantine-color-red-filled": "var(--danger-filled)",
    "--mantine-color-red-filled-hover": "var(--danger-filled-hover)",
  };
  return { variables: {}, light: own, dark: own };
};
