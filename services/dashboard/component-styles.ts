import type { Plugin } from "vite";

/** A module with the names of a component's classes. The development server adds a version to its path. */
const moduleOfStyles = /\/@mantine\/core\/esm\/.*?([^/]+)\.module\.mjs(?:\?|$)/;

/**
 * Loads the styles of a Mantine component with its code. The file of all components is three times as large, and every
 * visit would load it before the first page.
 */
export function componentStyles(): Plugin {
  return {
    name: "component-styles",
    // Bundled in advance, as the development server does with packages, the components would come without their styles.
    config: () => ({ optimizeDeps: { exclude: ["@mantine/core", "@mantine/spotlight"] } }),
    transform: {
      filter: { id: moduleOfStyles },
      handler(code, id) {
        const component = moduleOfStyles.exec(id)?.[1];
        return { code: `import "@mantine/core/styles/${component}.layer.css";\n${code}`, map: null };
      },
    },
  };
}
