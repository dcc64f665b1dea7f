/**
 * The clock of a document with scripts. While the document loads, it is the clock of the browser. Then the engine runs it:
 * instead of waiting for the next timer or frame, the clock jumps there. So a chart that takes a second to grow is printed
 * grown, and takes no longer than the work of its frames.
 */

const clock = 'window[Symbol.for("platen.clock")]';

/** How far the clock runs, in milliseconds of the document. */
const maxMs = 10_000;
/** How long that may take. A document that draws slowly gets as much time as on a screen. */
const maxRealMs = 4_000;
const frameMs = 1_000 / 60;
/** A browser lets timers without a delay wait as long. */
const leastDelayMs = 4;

/**
 * A script to evaluate before the document. It puts a clock in the place of the window's timers, frames and times. The
 * windows of frames share the clock of the window around them, unless they are sealed off from it: those keep real time.
 */
export const watchClock = `if (!Object.hasOwn(window, Symbol.for("platen.clock"))) {
  const key = Symbol.for("platen.clock");
  const native = {};
  for (const name of ["setTimeout", "setInterval", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"]) {
    native[name] = window[name].bind(window);
  }
  const { now: realTime } = Date;
  const { IntersectionObserver: Observer } = window;
  const realNow = performance.now.bind(performance);

  const createClock = () => {
    const clock = {
      /** By how much it is ahead of the browser's. */
      ahead: 0,
      isRun: false,
      timers: new Set(),
      frames: new Set(),
      now: () => realNow() + clock.ahead,
    };
    const tasks = new MessageChannel();
    let end = Infinity;
    let lastFrame = 0;
    /** What is left of the frame that is being drawn. */
    let drawing = [];
    const nextTimer = () => {
      let next;
      for (const timer of clock.timers) if (!next || timer.due < next.due) next = timer;
      return next;
    };
    const frameDue = () => (clock.frames.size > 0 ? lastFrame + ${frameMs} : Infinity);
    /** Moves the clock to its next work, and gives that. Undefined if there is none before the end. */
    const nextWork = () => {
      while (drawing.length > 0) {
        const frame = drawing.shift();
        if (!frame.isCancelled) return frame.run;
      }
      const timer = nextTimer();
      const due = Math.min(timer?.due ?? Infinity, frameDue());
      if (due > end) return undefined;
      clock.ahead += Math.max(0, due - clock.now());
      if (due < frameDue()) {
        if (timer.isRepeated) timer.due = clock.now() + Math.max(timer.delay, ${leastDelayMs});
        else clock.timers.delete(timer);
        return timer.run;
      }
      lastFrame = clock.now();
      drawing = [...clock.frames];
      clock.frames.clear();
      return () => {};
    };
    let stopAt;
    /** Runs the clock until nothing is due or the clock has reached its end. Each work is a task of its own. */
    clock.run = (realMs) => {
      if (!clock.isRun) {
        clock.isRun = true;
        end = clock.now() + ${maxMs};
        stopAt = realNow() + realMs;
        for (const { stop } of [...clock.timers, ...clock.frames]) stop();
      }
      return new Promise((done) => {
        tasks.port1.onmessage = () => {
          const work = realNow() < stopAt ? nextWork() : undefined;
          if (!work) return done();
          try {
            work();
          } finally {
            tasks.port2.postMessage(0);
          }
        };
        tasks.port2.postMessage(0);
      });
    };
    /** Whether nothing more is due, or its time is over. */
    clock.isDone = () => realNow() >= stopAt || Math.min(nextTimer()?.due ?? Infinity, frameDue()) > end;
    /** Whether a script draws frame after frame, or has timers that are due again and again. */
    clock.isPending = () =>
      clock.frames.size + drawing.length > 0 || [...clock.timers].some(({ delay }) => delay <= ${maxMs});
    /**
     * Resolves when the browser has drawn a frame, and observers have seen its layout. The browser tells all observers of a
     * frame in one task, the last one last, which may come after a timer that the frame has started.
     */
    clock.whenDrawn = () =>
      new Promise((done) => {
        const after = () => native.setTimeout(done);
        const root = document.documentElement;
        if (!root) return void native.requestAnimationFrame(after);
        const observer = new Observer(() => {
          observer.disconnect();
          after();
        });
        observer.observe(root);
      });
    return clock;
  };

  let clock;
  try {
    clock = parent[key];
  } catch {
    // The window around this one is of another origin. Its frame runs by itself.
    addEventListener("load", () => clock.run(${maxRealMs}));
  }
  clock ??= createClock();
  Object.defineProperty(window, key, { value: clock });

  const timers = new Map();
  const forget = (id) => {
    clock.timers.delete(timers.get(Number(id)));
    timers.delete(Number(id));
  };
  const clear = (id) => {
    forget(id);
    native.clearTimeout(id);
  };
  const startTimer = (name) => (handler, given, ...values) => {
    const delay = Math.max(0, Math.trunc(Number(given)) || 0);
    const call = typeof handler === "function" ? () => handler.apply(window, values) : () => (0, eval)(String(handler));
    const timer = { delay, isRepeated: name === "setInterval", due: clock.now() + (clock.isRun ? Math.max(delay, ${leastDelayMs}) : delay) };
    // The browser gives the number, also of a timer that it does not run.
    const id = native[name](() => timer.run(), given);
    timer.run = () => {
      if (!timer.isRepeated) forget(id);
      else if (!clock.isRun) timer.due = clock.now() + delay;
      call();
    };
    timer.stop = () => native.clearTimeout(id);
    if (clock.isRun) timer.stop();
    clock.timers.add(timer);
    timers.set(id, timer);
    return id;
  };

  const frames = new Map();
  const requestFrame = (callback) => {
    const frame = { isCancelled: false };
    const draw = (time) => {
      frame.forget();
      callback(time + clock.ahead);
    };
    const id = native.requestAnimationFrame(draw);
    frame.run = () => draw(realNow());
    frame.stop = () => native.cancelAnimationFrame(id);
    frame.forget = () => {
      clock.frames.delete(frame);
      frames.delete(id);
    };
    if (clock.isRun) frame.stop();
    clock.frames.add(frame);
    frames.set(id, frame);
    return id;
  };
  const cancelFrame = (id) => {
    const frame = frames.get(Number(id));
    if (frame) frame.isCancelled = true;
    frame?.forget();
    native.cancelAnimationFrame(id);
  };

  const own = {
    setTimeout: startTimer("setTimeout"),
    setInterval: startTimer("setInterval"),
    clearTimeout: clear,
    clearInterval: clear,
    requestAnimationFrame: requestFrame,
    cancelAnimationFrame: cancelFrame,
  };
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(window, name, { value, configurable: true, enumerable: true, writable: true });
  }
  Performance.prototype.now = () => realNow() + clock.ahead;
  Date.now = () => Math.floor(realTime() + clock.ahead);
  const { now } = Date;
  Date.prototype.constructor = window.Date = new Proxy(Date, {
    apply: (RealDate) => String(new RealDate(now())),
    construct: (RealDate, given, type) => Reflect.construct(RealDate, given.length === 0 ? [now()] : given, type),
  });
}`;

/** The events of animations that end may start others. */
const maxRounds = 60;

/**
 * An expression that runs the clock of the document until its scripts and animations have ended. The promise that it gives
 * tells whether some still run. `endAnimations` gives the number of animations, `timeoutMs` is the limit for loading the
 * document.
 */
export const runClock = (endAnimations: string, timeoutMs: number): string => `(async () => {
  const clock = ${clock};
  for (let round = 0; ; round += 1) {
    await clock.run(${Math.min(maxRealMs, timeoutMs / 2)});
    const ended = ${endAnimations};
    await clock.whenDrawn();
    if (ended === 0 && clock.isDone()) return clock.isPending();
    if (round === ${maxRounds}) return true;
  }
})()`;
