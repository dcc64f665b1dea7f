/**
 * Waits for Paged.js, which lays a loaded document out again, page by page. Its polyfill starts by itself. It reports
 * its end to `PagedConfig.after` alone, which belongs to the document.
 */

const runs = 'Symbol.for("platen.pagedJsRuns")';

/**
 * A script to evaluate before the document. It keeps the promises of all runs of Paged.js. The polyfill sets a property
 * of the window before it starts, so a setter catches it. After that the property is an ordinary one.
 */
export const watchPagedJs = `{
  const runs = (window[${runs}] = []);
  const watch = (previewer) => {
    const { preview } = previewer;
    previewer.preview = function (...given) {
      const run = preview.apply(this, given);
      runs.push(run);
      return run;
    };
    const config = window.PagedConfig;
    if (!config || !Object.isExtensible(config)) return;
    let after = config.after;
    runs.push(new Promise((resolve) => {
      const last = async (...given) => {
        await after?.apply(config, given);
        resolve();
      };
      Object.defineProperty(config, "after", { configurable: true, get: () => last, set: (value) => (after = value) });
    }));
  };
  Object.defineProperty(window, "PagedPolyfill", {
    configurable: true,
    set(value) {
      Object.defineProperty(window, "PagedPolyfill", { configurable: true, enumerable: true, writable: true, value });
      if (typeof value?.preview === "function") watch(value);
    },
  });
}`;

/** An expression that tells whether Paged.js has runs to wait for. */
export const hasPagedJs = `window[${runs}]?.length > 0`;

/** A promise that fulfils when Paged.js is done, and rejects when it fails. */
export const whenPaged = `Promise.all(window[${runs}] ?? [])`;
