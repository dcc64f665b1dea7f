import "@fontsource-variable/geist/wght.css";
import "@fontsource-variable/geist-mono/wght.css";
// In a layer of their own, so that any of our rules overrides them.
import "@mantine/core/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "./theme.css";
