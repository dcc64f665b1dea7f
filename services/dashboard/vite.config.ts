import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { componentStyles } from "./component-styles.ts";
import { guidePages } from "./guide-pages.ts";
import { printedFonts } from "./printed-fonts.ts";
import { withoutDescriptions } from "./without-descriptions.ts";
import { workerLicences } from "./worker-licences.ts";

export default defineConfig({
  root: import.meta.dirname,
  base: "/dashboard/",
  plugins: [react(), componentStyles(), withoutDescriptions(), printedFonts(), guidePages()],
  // The gateway replaces this by a new nonce in every answer.
  html: { cspNonce: "PLATEN_CSP_NONCE" },
  build: {
    target: ["chrome123", "firefox120", "safari17.5"],
    // Nothing is inlined: the content security policy allows only files, and fonts load when they are needed.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Leaves out operations that no page calls.
      treeshake: { manualPureFunctions: ["operation"] },
      output: {
        codeSplitting: {
          // Compressed together, what most pages call is smaller. Other operations load with their pages.
          groups: [
            // What the pages before sign-in need of the contract. The settings of zod must run before the schemas.
            {
              name: "accounts",
              test: /packages\/contracts\/src\/(?:operations\/accounts|problems|envelope)\.ts|zod-settings/,
              priority: 1,
            },
            { name: "contracts", test: /packages\/contracts\/src\/operations\//, minShareCount: 4 },
          ],
        },
        // The policy of the canvas allows this folder.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".ttf"))
            ? "assets/fonts/[name]-[hash][extname]"
            : "assets/[name]-[hash][extname]",
      },
    },
    // The licences of bundled packages require that their texts are included.
    license: { fileName: "licenses.md" },
    // Compressed, a chunk is less than a third of this. Anything that opens later should be a chunk of its own.
    chunkSizeWarningLimit: 850,
  },
  worker: { plugins: () => [workerLicences()] },
  // For development of the dashboard, with a Platen that `npm start` runs. The canvas shows the computer's own fonts there,
  // because its policy allows fonts of a built dashboard alone.
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api": "http://127.0.0.1:8080", "/dashboard/canvas": "http://127.0.0.1:8080" },
  },
});
