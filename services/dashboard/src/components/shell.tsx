import { Button, Drawer, Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { BookOpen, Braces, ChevronsUpDown, CircleUser, KeyRound, LogOut, PanelLeft } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, Outlet, ScrollRestoration, useLocation, useNavigate, useParams } from "react-router";
import { useQuery } from "@tanstack/react-query";
import { operations } from "@platen/contracts";
import { operationQuery } from "../api/operation-query.ts";
import { useSignOut } from "../api/session.ts";
import { paths } from "../paths.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Brand } from "./brand.tsx";
import { Rail } from "./rail.tsx";
import classes from "./shell.module.css";
import { useAccount } from "./require-sign-in.tsx";
import { useSwitcher } from "./use-switcher.tsx";

/** The project of the address, unless it cannot be read. */
function useOpenProject(): { projectId: string; name: string } | undefined {
  const { projectId } = useParams();
  const { data, error } = useQuery({
    ...operationQuery(operations.getProject, { params: { projectId: projectId ?? "" } }),
    enabled: projectId !== undefined,
  });
  return projectId === undefined || (error && !data) ? undefined : { projectId, name: data?.name ?? "Project" };
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
        <Menu.Item leftSection={<BookOpen size={15} aria-hidden />} component={Link} to={paths.guide("design")}>
          Guide
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

/** The frame of every page: a bar with the switcher and the account menu, and the rail, in narrow windows as a drawer. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  const project = useOpenProject();
  const { switcher, openSwitcher } = useSwitcher();
  const [isMenuOpen, menu] = useDisclosure();

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
        <IconButton
          className={classes["menu"] ?? ""}
          label="Menu"
          position="bottom"
          icon={PanelLeft}
          iconSize={18}
          size="lg"
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onClick={menu.open}
        />
        <Link to={paths.projects()} className={classes["home"]} aria-label="Platen, all projects">
          <Brand />
        </Link>
        <span className={classes["slash"]} aria-hidden>
          /
        </span>
        <UnstyledButton className={classes["switcher"]} onClick={openSwitcher}>
          <span className={classes["current"]}>{project?.name ?? "Go to a project"}</span>
          <ChevronsUpDown size={14} aria-hidden />
          <kbd className={classes["key"]} aria-hidden>
            {/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K"}
          </kbd>
        </UnstyledButton>
        <span className={classes["space"]} />
        <AccountMenu />
      </header>
      <div className={classes["frame"]}>
        <div className={classes["side"]}>
          <div className={classes["rail"]}>
            <Rail projectId={project?.projectId} />
          </div>
        </div>
        <main id="main" ref={main} tabIndex={-1} className={classes["main"]}>
          {children}
        </main>
      </div>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        title={project?.name ?? "Platen"}
        size="17rem"
        padding="md"
        transitionProps={{ duration: 120 }}
        overlayProps={{ backgroundOpacity: 0.35, blur: 1 }}
        closeButtonProps={{ "aria-label": "Close" }}
        classNames={{
          content: classes["drawer"] ?? "",
          header: classes["drawer"] ?? "",
          title: classes["title"] ?? "",
        }}
      >
        <Rail projectId={project?.projectId} onFollow={menu.close} />
      </Drawer>
      {switcher}
      <ScrollRestoration />
    </>
  );
}
