const newline = 0x0a;
/** The least that a begun line takes. It doubles as the line grows, so it takes at most twice what has arrived. */
const leastBytes = 1_024;

/** A line is longer than a line may be. */
export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/**
 * Creates the reader of the lines of a text that arrives in pieces. It gives them without their ends, and holds the begun
 * line alone, in one buffer: the memory is that of its bytes, however small the pieces are.
 */
export function createLineReader(limitBytes: number) {
  let begun: Uint8Array = new Uint8Array(0);
  let begunBytes = 0;

  function refuseLong(bytes: number): void {
    if (bytes > limitBytes) throw new LineTooLong(`a line has more than ${limitBytes} bytes`);
  }

  function keep(part: Uint8Array): void {
    const bytes = begunBytes + part.byteLength;
    refuseLong(bytes);
    if (bytes > begun.byteLength) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, Math.min(2 * begun.byteLength, limitBytes), leastBytes));
      larger.set(begun.subarray(0, begunBytes));
      begun = larger;
    }
    begun.set(part, begunBytes);
    begunBytes = bytes;
  }

  function end(): Uint8Array {
    const line = begun.subarray(0, begunBytes);
    begun = new Uint8Array(0);
    begunBytes = 0;
    return line;
  }

  return {
    /** The lines that end in a piece, one after the other and without waiting. */
    *endedIn(piece: Uint8Array): Generator<Uint8Array, void, undefined> {
      let from = 0;
      for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, from)) {
        const part = piece.subarray(from, at);
        from = at + 1;
        if (begunBytes === 0) {
          refuseLong(part.byteLength);
          yield part;
        } else {
          keep(part);
          yield end();
        }
      }
      if (from < piece.byteLength) keep(piece.subarray(from));
    },

    /** How much of a line has come. */
    begunBytes: (): number => begunBytes,

    /** The last line, if it has no end. A text that breaks off has none. */
    *rest(): Generator<Uint8Array, void, undefined> {
      if (begunBytes > 0) yield end();
    },
  };
}
