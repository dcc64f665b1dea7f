import "@fontsource-variable/geist/wght.css";
import "@fontsource-variable/geist-mono/wght.css";
// In a layer of their own, so that any of our rules overrides them.
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "./theme.css";
