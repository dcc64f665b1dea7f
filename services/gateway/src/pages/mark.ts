import { html } from "./html.ts";

/** The mark of Platen, as in the dashboard. */
export const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#0f6f58" />
  <path d="M9.5 13h13v10.5a1.5 1.5 0 0 1-1.5 1.5H11a1.5 1.5 0 0 1-1.5-1.5Z" fill="#fff" />
  <rect x="5.5" y="7.5" width="21" height="6" rx="3" fill="#aedfd0" />
  <path d="M13 17.5h6M13 20.8h4" stroke="#0f6f58" stroke-width="1.5" stroke-linecap="round" />
</svg>`;
