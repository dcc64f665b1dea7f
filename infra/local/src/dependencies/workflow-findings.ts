/** An action by the hash of a commit, which no author can move, and its version for readers. */
const pinned = /^[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/** Lists what a workflow takes from others by a name that may come to mean something else. */
export function workflowFindings(name: string, workflow: string): string[] {
  const actions = [...workflow.matchAll(/^[ -]*["']?uses["']? *:(.*)$/gm)].map(([, action = ""]) => action.trim());
  return [
    ...actions
      .filter((action) => !action.startsWith("./") && !pinned.test(action))
      .map(
        (action) =>
          `${name} uses ${action}. Write the hash of the commit and its version: owner/name@<40 digits> # v1.2.3.`,
      ),
    ...(/^permissions: \{\}$/m.test(workflow)
      ? []
      : [`${name} must have \`permissions: {}\` at its top, so that each job names its own.`]),
    ...(workflow.includes("NPM_TOKEN")
      ? [`${name} uses NPM_TOKEN. Publish by npm's trusted publishing, which needs no stored token.`]
      : []),
  ];
}
