const newline = 0x0a;

/** A line is longer than a line may be. */
export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/**
 * Reads the lines of a text that arrives in pieces, without their ends. Holds one line at most. A text that breaks off
 * has no last line.
 */
export async function* readLines(pieces: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  let begunBytes = 0;

  function take(part: Uint8Array): void {
    begun.push(part);
    begunBytes += part.byteLength;
    if (begunBytes > limitBytes) throw new LineTooLong(`a line has more than ${limitBytes} bytes`);
  }

  function line(): Uint8Array {
    const whole = begun.length === 1 && begun[0] ? begun[0] : Buffer.concat(begun);
    begun = [];
    begunBytes = 0;
    return whole;
  }

  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, from)) {
      take(piece.subarray(from, end));
      yield line();
      from = end + 1;
    }
    take(piece.subarray(from));
  }
  if (begunBytes > 0) yield line();
}
