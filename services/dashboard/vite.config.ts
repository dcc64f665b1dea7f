import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/dashboard/",
  plugins: [react()],
  // The gateway puts a new nonce in its place in every answer.
  html: { cspNonce: "PLATEN_CSP_NONCE" },
  build: {
    target: ["chrome123", "firefox120", "safari17.5"],
    // Nothing goes inline: the policy allows files only, and fonts are loaded as they are needed.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What is bundled of others asks that its licence goes with it.
    license: { fileName: "licenses.md" },
    // Compressed it is less than a third of that. What opens later, such as an editor, is to be a chunk of its own.
    chunkSizeWarningLimit: 850,
  },
  // For work on the dashboard itself, against a Platen that `npm start` runs.
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api": "http://127.0.0.1:8080", "/dashboard/canvas": "http://127.0.0.1:8080" },
  },
});
