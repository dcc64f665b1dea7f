import { operations } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import type { Catalog, CatalogContext } from "../catalog/catalog.ts";

/**
 * Creates the check whether the first account is still to be made. Anyone may ask, so the gateway remembers the answer
 * once there is an account, and until then requests that come at once share a call.
 */
export function createSetUpCheck({ catalog }: { catalog: Pick<Catalog, "call"> }) {
  let isSetUp = false;
  let underWay: Promise<void> | undefined;

  async function ask(context: CatalogContext): Promise<void> {
    const publicOperation = operations.getSetup;
    const { needed } = await catalog.call(internalOperations.getSetup, {}, context, { publicOperation });
    isSetUp = !needed;
  }

  return {
    async isNeeded(context: CatalogContext): Promise<boolean> {
      if (isSetUp) return false;
      underWay ??= ask(context).finally(() => {
        underWay = undefined;
      });
      await underWay;
      return !isSetUp;
    },
  };
}
