import { useEffect, useState, type RefObject } from "react";

/** Whether an element has ever been near the visible area. */
export function useHasBeenNear(element: RefObject<Element | null>): boolean {
  const [hasBeenNear, setHasBeenNear] = useState(false);
  useEffect(() => {
    if (hasBeenNear || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setHasBeenNear((known) => known || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: "120px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, hasBeenNear]);
  return hasBeenNear;
}
