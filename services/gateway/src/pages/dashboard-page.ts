import { html } from "./html.ts";
import { page } from "./page.ts";

/** Stands where the dashboard's pages will be; what they will use is served already. */
export function dashboardPage(): string {
  return page(
    "Platen dashboard",
    html`<div class="card">
      <h1>Dashboard</h1>
      <p>The dashboard's pages come with a later version of Platen.</p>
      <p>
        What they will do is there already, under <code>/api/dashboard/</code>: projects, members, API keys, templates
        and previews. <a href="/docs#dashboard">The interface is described here.</a>
      </p>
    </div>`,
  );
}
