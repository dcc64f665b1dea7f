// oxlint-disable-next-line import/no-default-export -- jest asks for it
export default async function tearDownTestRun(): Promise<void> {
  await globalThis.stopReaper?.();
}
