export { countRepeatedSearches, wordsIn } from "./searches.ts";
export { after, testGrowth } from "./test-growth.ts";
