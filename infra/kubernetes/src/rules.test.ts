import { expect, test } from "@jest/globals";
import { deploymentRules } from "./findings.ts";
import { manifestsOf } from "./manifests.ts";
import { mutated } from "./mutation.ts";
import { describeRendered, rendered } from "./test-renderings.ts";

const production = rendered("overlays/production");

describeRendered.each(deploymentRules)("$name", ({ faults, finds }) => {
  test.each(finds)("%s without %s, or with %j there, is a fault", (...mutation) => {
    expect(faults(manifestsOf(production))).toEqual([]);
    expect(faults(manifestsOf(mutated(production, mutation)))).not.toEqual([]);
  });
});
