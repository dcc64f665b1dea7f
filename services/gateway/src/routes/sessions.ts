import { operations } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import { sha256 } from "../auth/sha256.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Routes } from "./routes.ts";

/**
 * Mounts the operations that open or end a session, and the one that reads an invitation before it is accepted. The
 * cookie's value comes from the catalog and goes only to the browser.
 */
export function mountSessions(routes: Routes, { catalog, sessionCookie, signInThrottle }: Dependencies): void {
  function signedIn({ account, sessionValue }: { account: unknown; sessionValue: string }): Reply {
    return new Reply({ data: account, headers: { "Set-Cookie": sessionCookie.set(sessionValue) } });
  }

  routes.mount(operations.setUpFirstAccount, async ({ body }, { caller, requestId }) =>
    signedIn(
      await catalog.call(
        internalOperations.setUpFirstAccount,
        { body },
        { caller, requestId },
        {
          publicOperation: operations.setUpFirstAccount,
        },
      ),
    ),
  );

  routes.mount(operations.signIn, async ({ body }, { caller, requestId }) =>
    signedIn(
      await signInThrottle.guard({ account: sha256(body.email), network: caller.network }, () =>
        catalog.call(
          internalOperations.signIn,
          { body },
          { caller, requestId },
          { publicOperation: operations.signIn },
        ),
      ),
    ),
  );

  routes.mount(operations.readInvitation, ({ body }, { caller, requestId, signal }) =>
    signInThrottle.guard({ network: caller.network }, () =>
      catalog.call(
        internalOperations.readInvitation,
        { body },
        { caller, requestId },
        { publicOperation: operations.readInvitation, signal },
      ),
    ),
  );

  routes.mount(operations.acceptInvitation, async ({ body }, { caller, requestId }) =>
    signedIn(
      await signInThrottle.guard({ network: caller.network }, () =>
        catalog.call(
          internalOperations.acceptInvitation,
          { body },
          { caller, requestId },
          {
            publicOperation: operations.acceptInvitation,
          },
        ),
      ),
    ),
  );

  routes.mount(operations.changePassword, async ({ body }, { caller, requestId }) => {
    // A person who finds an open session must not be able to guess the password with it.
    const subject = {
      network: caller.network,
      ...(caller.kind === "session" ? { account: caller.sessionHash } : {}),
    };
    return signedIn(
      await signInThrottle.guard(subject, () =>
        catalog.call(
          internalOperations.changePassword,
          { body },
          { caller, requestId },
          {
            publicOperation: operations.changePassword,
          },
        ),
      ),
    );
  });

  routes.mount(operations.signOut, async (_request, { caller, requestId }) => {
    await catalog.call(
      internalOperations.signOut,
      {},
      { caller, requestId },
      {
        publicOperation: operations.signOut,
      },
    );
    return new Reply({ headers: { "Set-Cookie": sessionCookie.clear() } });
  });
}
