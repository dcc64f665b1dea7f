/** A parsed message: literal texts, and places that the data fills. */
export type Message = readonly MessageNode[];

export type MessageNode =
  | string
  | { kind: "value"; path: string }
  | { kind: "number"; path: string; options: Intl.NumberFormatOptions; scale: number }
  | { kind: "date"; path: string; options: Intl.DateTimeFormatOptions; needsTime: boolean; takesClock: boolean }
  | { kind: "select"; path: string; cases: ReadonlyMap<string, Message> }
  | {
      kind: "plural";
      path: string;
      offset: number;
      type: Intl.PluralRuleType;
      /** By their texts: `=0` has the key `0`. */
      exact: ReadonlyMap<string, Message>;
      cases: ReadonlyMap<string, Message>;
    }
  /** The number of the plural around it. */
  | { kind: "count" };
