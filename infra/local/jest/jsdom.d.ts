// What browser-window.ts uses of jsdom. The package of its types would give all of this repository the types of a browser.
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options: { url: string; pretendToBeVisual: boolean });
    readonly window: {
      readonly document: object;
      readonly Element: { readonly prototype: object };
      readonly EventTarget: typeof EventTarget;
      readonly HTMLCanvasElement: { readonly prototype: object };
      readonly Range: { readonly prototype: object };
      readonly clearTimeout: (timer: number) => void;
      readonly requestAnimationFrame: (onFrame: (time: number) => void) => number;
      readonly setTimeout: (onTime: () => void) => number;
    };
  }
}
