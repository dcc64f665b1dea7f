/** Parts of the engine for benchmarks and proofs. Services import the package's main entry. */
export { chromiumCommand, canSealNetwork, unprivilegedUser } from "./chromium/chromium-command.ts";
export { createWorkFolder, type BrowserUser } from "./chromium/work-folder.ts";
export { installFonts } from "./fonts/install-fonts.ts";
export { createConcurrencyLimiter } from "./pages/concurrency-limiter.ts";
export { toPrintOptions } from "./printing/print-options.ts";
