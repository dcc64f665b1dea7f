/** The drain rate is measured over at least this time and so many documents, or over the longest time. */
export const shortestSampleMs = 500;
export const fewestSampled = 20;
export const longestSampleMs = 5_000;
/** A measure older than this says nothing about the documents of now. */
export const rateKeptMs = 10_000;
