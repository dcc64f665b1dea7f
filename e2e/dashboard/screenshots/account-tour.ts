import type { Tour } from "./tour.ts";

/** Sign-in, the projects and the account. */
export async function tourAccount({ platen, visitor, shoot, another }: Tour): Promise<void> {
  const newcomer = await another();
  const { open, fill, click, find, sees, close } = newcomer.visitor;
  await open("/");
  await find("button", "Sign in");
  await newcomer.shoot("sign-in");
  await fill("E-mail", platen.account.email);
  await fill("Password", "not this one");
  await click("button", "Sign in");
  await sees("is wrong");
  await newcomer.shoot("sign-in-refused");
  await close();

  const { page } = visitor;
  await visitor.open("/projects");
  await visitor.find("link", "Demo");
  await shoot("projects");
  await page.keyboard.down("Control");
  await page.keyboard.press("k");
  await page.keyboard.up("Control");
  await visitor.find("button", "Account and password");
  await shoot("switcher");
  await visitor.open("/projects");
  await visitor.click("button", "New project");
  await visitor.find("textbox", "Name");
  await shoot("project-new");
  await visitor.open("/account");
  await visitor.find("button", "Change password");
  await shoot("account");
  await visitor.click("button", `Account of ${platen.account.email}`);
  await visitor.find("menuitem", "Sign out");
  await shoot("account-menu");
  await visitor.open("/nowhere");
  await visitor.sees("Page not found");
  await shoot("not-found");
  await visitor.open("/projects/prj_01jd3k8v7n2q4r6s8t0v2w4x6z/templates");
  await visitor.sees("does not exist");
  await shoot("project-not-found");
}
