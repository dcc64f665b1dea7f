/**
 * Waiting for Paged.js, which lays a document out again, page by page, when it has been loaded. Its polyfill starts by
 * itself and tells nobody when it ends, except `PagedConfig.after`, which is the document's own.
 */

const runs = 'Symbol.for("platen.pagedJsRuns")';

/**
 * To be evaluated before the document: keeps the promises of all that Paged.js does. The polyfill puts itself on the
 * window, and only then starts, so it is met there. From then on the property is an ordinary one.
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

/** Whether there is something of Paged.js to wait for. */
export const hasPagedJs = `window[${runs}]?.length > 0`;

/** Fulfilled when Paged.js is done, rejected when it fails. */
export const whenPaged = `Promise.all(window[${runs}] ?? [])`;
