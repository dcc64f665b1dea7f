/** A place of the documentation that a search can find. */
export type Place = {
  path: string;
  title: string;
  /** What it is a part of, such as a subject or a guide. */
  within: string;
  text: string;
};

/** A place as a search reads it: in lower case. */
type Indexed = { place: Place; title: string; text: string };

/** A longer query is cut, so that the time of a search has a limit. */
export const longestQuery = 100;
const mostWords = 8;
const mostFound = 40;

/**
 * Creates the search over the documentation. It finds the places that have all words of the query, those first whose title
 * has them.
 */
export function createSearch(places: readonly Place[]): (query: string) => Place[] {
  const indexed: Indexed[] = places.map((place) => ({
    place,
    title: `${place.title} ${place.within}`.toLowerCase(),
    text: `${place.title} ${place.within} ${place.text}`.toLowerCase(),
  }));
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
    if (words.length === 0) return [];
    const found = indexed.filter(({ text }) => words.every((word) => text.includes(word)));
    const rankOf = ({ title }: Indexed) => words.filter((word) => !title.includes(word)).length;
    return found
      .map((one) => ({ place: one.place, rank: rankOf(one) }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, mostFound)
      .map(({ place }) => place);
  };
}
