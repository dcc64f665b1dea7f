/** The last characters of a key, which are all that is shown after its creation. */
export function MaskedKey({ lastFour }: { lastFour: string }) {
  return (
    <code className="figures">
      <span aria-hidden>••••</span>
      {lastFour}
    </code>
  );
}
