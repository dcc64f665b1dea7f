import type { Warning } from "./schemas/warning.ts";
import { warningOf } from "./warning-severity.ts";

/** Creates the warning about an `@page` rule whose size the browser ignores. */
export function pageSizeUnknown(): Warning {
  return warningOf(
    "page.size",
    "An @page rule has a size that CSS does not know, so its pages have the size of the page settings. Write a width and a height such as 80mm 200mm, or a name such as A5 landscape.",
    {},
  );
}

/** Creates the warning about text that is drawn as a picture. `count` is the number of elements. */
export function textPicture({ count }: { count: number }): Warning {
  const elements = count === 1 ? "1 element" : `${count} elements`;
  return warningOf(
    "text.picture",
    `The text of ${elements} is printed as a picture, because of a CSS filter, reflection or perspective: it cannot be searched or copied. Remove that from the element, or put it on one without text.`,
    { count },
  );
}

/** Creates the warning about scripts that had not ended when the document was printed. */
export function scriptPending(): Warning {
  return warningOf(
    "script.pending",
    "A script still drew frames or ran timers when the document was printed, so the document may show the middle of an animation. Turn the animation off, or let it end within 10 seconds.",
    {},
  );
}
