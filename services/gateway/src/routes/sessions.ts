import { isProblem, operations, Problem } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { Reply, type CallContext } from "@platen/http";
import type { Caller } from "../catalog/caller.ts";
import { sha256 } from "../auth/sha256.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { SessionCookie } from "../auth/session.ts";
import type { DeviceCookie } from "../auth/device.ts";
import { createSetUpCheck } from "../auth/set-up-check.ts";
import type { Try, SignInThrottle } from "../rate-limit/sign-in-throttle.ts";
import type { Routes } from "./routes.ts";

type Context = CallContext<Caller>;
type Opened = { account: { email: string }; sessionValue: string };

type Parts = {
  catalog: Catalog;
  sessionCookie: SessionCookie;
  deviceCookie: DeviceCookie;
  signInThrottle: SignInThrottle;
};

/**
 * Mounts the operations that open or end a session, and the one that reads an invitation before it is accepted. The
 * cookie's value comes from the catalog and goes only to the browser. Wherever a password is tried, the try costs the
 * same budgets.
 */
export function mountSessions(routes: Routes, { catalog, sessionCookie, deviceCookie, signInThrottle }: Parts): void {
  const setUpCheck = createSetUpCheck({ catalog });

  function signedIn({ account, sessionValue }: Opened, context: Context): Reply {
    const cookies = [sessionCookie.set(sessionValue), deviceCookie.set(context.header("cookie"), account.email)];
    return new Reply({ data: account, headers: { "Set-Cookie": cookies } });
  }

  function tryAt(email: string, context: Context): Try {
    const device = deviceCookie.deviceOf(context.header("cookie"), email);
    return { network: context.caller.network, account: { hash: sha256(email), device } };
  }

  /** The e-mail address of the account whose session the browser has; undefined without a valid session. */
  async function signedInEmail(context: Context): Promise<string | undefined> {
    const { caller, requestId } = context;
    const sessionHash = sessionCookie.sessionHashOf(context.header("cookie"));
    if (sessionHash === undefined) return undefined;
    const asSession = { caller: { kind: "session", network: caller.network, sessionHash }, requestId } as const;
    try {
      const publicOperation = operations.getSession;
      return (await catalog.call(internalOperations.getSession, {}, asSession, { publicOperation })).email;
    } catch (error) {
      if (isProblem(error) && error.code === "auth.session_invalid") return undefined;
      throw error;
    }
  }

  routes.mount(operations.getSetup, async (_request, context) => ({ needed: await setUpCheck.isNeeded(context) }));

  routes.mount(operations.setUpFirstAccount, async ({ body }, context) => {
    if (!(await setUpCheck.isNeeded(context))) throw new Problem("account.exists");
    return signedIn(
      await catalog.call(internalOperations.setUpFirstAccount, { body }, context, {
        publicOperation: operations.setUpFirstAccount,
      }),
      context,
    );
  });

  routes.mount(operations.signIn, async ({ body }, context) =>
    signedIn(
      await signInThrottle.guard(tryAt(body.email, context), () =>
        catalog.call(internalOperations.signIn, { body }, context, { publicOperation: operations.signIn }),
      ),
      context,
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

  routes.mount(operations.acceptInvitation, async ({ body }, context) => {
    const publicOperation = operations.acceptInvitation;
    const { email } = await signInThrottle.guard({ network: context.caller.network }, () =>
      catalog.call(internalOperations.readInvitation, { body: { code: body.code } }, context, { publicOperation }),
    );
    const signedInAs = await signedInEmail(context);
    if (signedInAs !== undefined && signedInAs !== email) {
      throw new Problem("invitation.other_account", {
        message: `You are signed in as ${signedInAs}, but this invitation is for ${email}. Sign out, or open the invitation in a private window.`,
      });
    }
    return signedIn(
      await signInThrottle.guard(tryAt(email, context), () =>
        catalog.call(internalOperations.acceptInvitation, { body }, context, { publicOperation }),
      ),
      context,
    );
  });

  routes.mount(operations.changePassword, async ({ body }, context) => {
    const publicOperation = operations.changePassword;
    // A person who finds an open session must not be able to guess the password with it.
    const { email } = await catalog.call(internalOperations.getSession, {}, context, { publicOperation });
    return signedIn(
      await signInThrottle.guard(tryAt(email, context), () =>
        catalog.call(internalOperations.changePassword, { body }, context, { publicOperation }),
      ),
      context,
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
