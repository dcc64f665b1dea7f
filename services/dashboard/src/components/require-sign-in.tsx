import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { sessionQuery, type Account } from "../api/session.ts";
import { paths } from "../paths.ts";
import { ProblemPanel } from "./problem-panel.tsx";

const AccountContext = createContext<Account | undefined>(undefined);

/** The signed-in account. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error("useAccount works only on pages behind sign-in");
  return account;
}

/** Shows its pages only to signed-in users. Others sign in first, and then return to the page. */
export function RequireSignIn() {
  const { pathname, search } = useLocation();
  const { data: account, error, refetch } = useQuery(sessionQuery);
  if (error) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  if (account === undefined) return null;
  if (account === null) {
    const to = pathname === "/" ? "" : `?to=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`${paths.signIn()}${to}`} replace />;
  }
  return (
    <AccountContext value={account}>
      <Outlet />
    </AccountContext>
  );
}
