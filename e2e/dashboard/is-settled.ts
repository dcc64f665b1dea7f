/** Whether nothing in view is loading or moving. Runs inside the page. */
export function isSettled(): boolean {
  const waiting = ".mantine-Loader-root, .mantine-Skeleton-root, [aria-busy=true], [data-state=waiting]";
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    return playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
  });
  const isWaiting = [...document.querySelectorAll(waiting)].some((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && left < window.innerWidth && right > 0 && top < window.innerHeight && bottom > 0;
  });
  return !isMoving && !isWaiting;
}
