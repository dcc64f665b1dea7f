/** A pattern that the writing rules of CONTRIBUTING.md forbid, and the advice for the author. */
export type Rule = { pattern: RegExp; advice: string };

/** Patterns at the start of a sentence. A question may start with them. */
export const startRules: readonly Rule[] = [
  { pattern: /who\b(?!['’])(?![^.!?]*\?)/iy, advice: "name the actor" },
  {
    pattern: /what\s+(?:is|are|was|were|has|had|comes?|came|can|cannot|looks)\b(?![^.!?]*\?)/iy,
    advice: "name the thing",
  },
  { pattern: /one\s+(?:that|which|who|whose)\b/iy, advice: "repeat the noun" },
  { pattern: /else\b(?!\s+if)/iy, advice: "write “otherwise”" },
];

/** Patterns anywhere in a text. */
export const wordRules: readonly Rule[] = [
  { pattern: /\bwhoever\b/gi, advice: "name the actor" },
  { pattern: /\bno(?:body| one)\b/gi, advice: "name the actor: “no caller”, “no process”" },
  { pattern: /\bsomebody\b/gi, advice: "name the actor: “a member”, “another caller”" },
  { pattern: /\banew\b/gi, advice: "write “again”, or a verb such as “restart”" },
  { pattern: /\blest\b/gi, advice: "write “so that … not”" },
  {
    pattern: /(?<!\bthere\s+)\b(?:is|are|was|were)\s+none\b/gi,
    advice: "write what it is: “invalid”, “missing”, “empty”",
  },
  { pattern: /\b(?:that|which|what)\s+(?:is|are)\s+no\b(?!\s+(?:longer|more|less))/gi, advice: "write “is not a”" },
  {
    pattern: /(?<!\b(?:because|in front|instead|ahead|outside|out|on top|aware)\s+)\bof\s+it\b(?!['’]?s\b)/gi,
    advice: "repeat the noun",
  },
  { pattern: /\b(?:said|told|asked)\s+of\b/gi, advice: "write “about”, or turn the sentence round" },
  { pattern: /\bof\s+late\b/gi, advice: "write “recently” or “lately”" },
];
