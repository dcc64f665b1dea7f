import type { Platen } from "@platen/testing";
import type { DashboardSession } from "../../dashboard-session.ts";
import type { Visitor } from "../dashboard-browser.ts";
import type { Shoot } from "./camera.ts";

/** A tour through one part of the dashboard. */
export type Tour = {
  platen: Platen;
  /** Signed in as the demo's account, like the visitor. */
  dashboard: DashboardSession;
  visitor: Visitor;
  shoot: Shoot;
  /** Opens another browser profile, with its own camera. */
  another: () => Promise<{ visitor: Visitor; shoot: Shoot }>;
};
