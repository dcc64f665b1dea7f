/** All that is shown of a key after its creation. */
export function MaskedKey({ lastFour }: { lastFour: string }) {
  return (
    <code className="figures">
      <span aria-hidden>••••</span>
      {lastFour}
    </code>
  );
}
