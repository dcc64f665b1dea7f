import { Button, Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { BookOpen, Braces, ChevronsUpDown, CircleUser, KeyRound, LogOut } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, Outlet, ScrollRestoration, useLocation, useNavigate, useParams } from "react-router";
import { useQuery } from "@tanstack/react-query";
import { operations } from "@platen/contracts";
import { operationQuery } from "../api/operation-query.ts";
import { useSignOut } from "../api/session.ts";
import { paths } from "../paths.ts";
import { Brand } from "./brand.tsx";
import classes from "./shell.module.css";
import { useAccount } from "./require-sign-in.tsx";
import { useSwitcher } from "./use-switcher.tsx";

function ProjectName({ projectId }: { projectId: string }) {
  const { data } = useQuery(operationQuery(operations.getProject, { params: { projectId } }));
  return <>{data?.name ?? "Project"}</>;
}

/** The choice of a theme, which the browser remembers. */
function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={(value) => setColorScheme(value === "light" || value === "dark" ? value : "auto")}
    >
      <Menu.RadioItem value="auto">System theme</Menu.RadioItem>
      <Menu.RadioItem value="light">Light theme</Menu.RadioItem>
      <Menu.RadioItem value="dark">Dark theme</Menu.RadioItem>
    </Menu.RadioGroup>
  );
}

function AccountMenu() {
  const { email } = useAccount();
  const navigate = useNavigate();
  const signOut = useSignOut(() => void navigate(paths.signIn(), { replace: true }));
  return (
    <Menu width={230}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes["account"] ?? ""}
          aria-label={`Account of ${email}`}
        >
          <CircleUser size={19} strokeWidth={1.7} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item leftSection={<KeyRound size={15} aria-hidden />} component={Link} to={paths.account()}>
          Account and password
        </Menu.Item>
        <Menu.Item leftSection={<BookOpen size={15} aria-hidden />} component={Link} to={paths.guide("templates")}>
          Guide to templates
        </Menu.Item>
        <Menu.Item leftSection={<Braces size={15} aria-hidden />} component="a" href="/docs">
          API reference
        </Menu.Item>
        <Menu.Divider />
        <ThemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={15} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The frame of every page, with the switcher and the account menu. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { projectId } = useParams();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  const { switcher, openSwitcher } = useSwitcher();

  // A new page takes the focus, so that screen readers start at its beginning.
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <a className={classes["skip"]} href="#main">
        Skip to content
      </a>
      <header className={classes["bar"]}>
        <div className={classes["inner"]}>
          <Link to={paths.projects()} className={classes["home"]} aria-label="Platen, all projects">
            <Brand />
          </Link>
          <span style={{ color: "var(--line-strong)", fontSize: "1.125rem" }} aria-hidden>
            /
          </span>
          <UnstyledButton className={classes["switcher"]} onClick={openSwitcher}>
            <span className={classes["current"]}>
              {projectId === undefined ? "Go to a project" : <ProjectName projectId={projectId} />}
            </span>
            <ChevronsUpDown size={14} aria-hidden />
            <kbd className={classes["key"]} aria-hidden>
              {/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K"}
            </kbd>
          </UnstyledButton>
          <span className={classes["space"]} />
          <AccountMenu />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={classes["main"]}>
        {children}
      </main>
      {switcher}
      <ScrollRestoration />
    </>
  );
}
