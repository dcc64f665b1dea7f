import type { Plugin } from "vite";

/**
 * Loads the styles of a Mantine component with its code. The file of all components is three times as large, and every
 * visit would load it before the first page.
 */
export function componentStyles(): Plugin {
  return {
    name: "component-styles",
    transform: {
      filter: { id: /\/@mantine\/core\/esm\/.*\.module\.mjs$/ },
      handler(code, id) {
        const component = /([^/]+)\.module\.mjs$/.exec(id)?.[1];
        return { code: `import "@mantine/core/styles/${component}.layer.css";\n${code}`, map: null };
      },
    },
  };
}
