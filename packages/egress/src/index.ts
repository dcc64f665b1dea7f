export { createEgressRules, egressAllowVariable, type EgressRules } from "./egress-rules.ts";
export { createPostOutside, type PostOutcome, type PostOutside } from "./post-outside.ts";
