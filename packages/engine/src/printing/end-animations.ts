/**
 * A document is printed as it is after its animations. An animation in its middle shows a bar at a fraction of its height
 * and hides a text that fades in, and a page that is never drawn on a screen stays at the first frame.
 *
 * A rule ends animations that run: they take no time, so their end holds from the first layout on, also for those that
 * only the layout on paper starts. An animation without an end is left out, and the element looks as without it. The rule
 * is in a layer, whose important declarations win over those of the document.
 */
export const endOfAnimations =
  "@layer{*,::before,::after{animation-duration:0s!important;animation-delay:0s!important;transition:none!important}}";

/** Whether the styles of a document have animations: none, those that run, or some that a rule cannot end. */
export type Animations = "none" | "running" | "held";

/**
 * What the animations in styles need. `text` is the HTML in lower case. An animation that is paused shows the moment at
 * which it is paused, and one with a timeline of its own depends on no time: a rule cannot tell these from others, nor does
 * it reach into shadow trees. So `endAnimations` ends the others on the loaded document.
 */
export function animationsIn(text: string): Animations {
  if (!text.includes("keyframes") && !text.includes("@starting-style")) return "none";
  return /\bpaused\b|-timeline|shadowroot/.test(text) ? "held" : "running";
}

/**
 * An expression that ends the animations of the document in which it is evaluated, and gives their number: those of
 * styles and scripts, and those within SVG that end in their first minute. It stops those without an end, and leaves those
 * that are paused. Looking at all elements finds
 * those with shadow trees too, and its time grows with their number.
 */
export const endAnimations = (where: "everywhere" | "outside shadow trees"): string => `(() => {
  const end = (animation) => {
    try {
      if (animation.timeline === animation.effect.target.ownerDocument.timeline) animation.finish();
      else animation.cancel();
    } catch {
      // It has no end.
      animation.cancel();
    }
  };
  const endDrawing = (svg) => {
    const parts = svg.querySelectorAll("animate, animateTransform, animateMotion, set");
    if (parts.length === 0 || svg.ownerSVGElement || svg.animationsPaused()) return 0;
    for (const part of parts) {
      for (const name of ["repeatCount", "repeatDur"]) {
        if (part.getAttribute(name) === "indefinite") part.removeAttribute(name);
      }
    }
    svg.setCurrentTime(60);
    svg.pauseAnimations();
    return 1;
  };
  const endIn = (root) => {
    const running = root.getAnimations().filter(({ playState }) => playState === "running");
    running.forEach(end);
    let count = running.length;
    for (const element of root.querySelectorAll("${where === "everywhere" ? "*" : "svg, iframe, frame, object"}")) {
      if (element.shadowRoot) count += endIn(element.shadowRoot);
      else if (element.localName === "svg") count += endDrawing(element);
      else if (element.contentDocument) count += endIn(element.contentDocument);
    }
    return count;
  };
  return endIn(document);
})()`;
