/** Charts and maps start a few. */
const maxWorkers = 32;

/**
 * A script that limits how many workers a document starts. Each start is work of the browser's own process, for which all
 * documents wait: thousands keep it busy for seconds. What workers start themselves is left to the watch of renderers.
 */
export const limitWorkers = `{
  let left = ${maxWorkers};
  for (const name of ["Worker", "SharedWorker"]) {
    const Started = window[name];
    if (Started === undefined) continue;
    window[name] = new Proxy(Started, {
      construct(target, values, newTarget) {
        if (left === 0) throw new RangeError("A document may start at most ${maxWorkers} workers.");
        left -= 1;
        return Reflect.construct(target, values, newTarget);
      },
    });
    Started.prototype.constructor = window[name];
  }
}`;
