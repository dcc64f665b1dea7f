export {
  createBrowser,
  type Browser,
  type BrowserHealth,
  type BrowserOptions,
  type Printed,
  type PrintJob,
  type ResolveAsset,
} from "./engine.ts";
export type { Refused } from "./printing/request-policy.ts";
