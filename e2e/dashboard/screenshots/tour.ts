import type { Platen } from "@platen/testing";
import type { DashboardSession } from "../../dashboard-session.ts";
import type { Visitor } from "../dashboard-browser.ts";
import type { Shoot } from "./camera.ts";

/** One way through the dashboard, past everything of one kind that there is to see. */
export type Tour = {
  platen: Platen;
  /** Signed in as the account of the demo project, as the visitor is. */
  dashboard: DashboardSession;
  visitor: Visitor;
  shoot: Shoot;
  /** Somebody else at a browser of their own, and their camera. */
  another: () => Promise<{ visitor: Visitor; shoot: Shoot }>;
};
