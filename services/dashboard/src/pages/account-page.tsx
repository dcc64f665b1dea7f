import { useAccount } from "../components/require-sign-in.tsx";
import { ChangePasswordForm } from "../forms/change-password-form.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Panel } from "../ui/panel.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { toast } from "../ui/toast.ts";

export function AccountPage() {
  const { email, createdAt } = useAccount();
  return (
    <>
      <PageHead
        title="Account"
        description={
          <>
            {email}, created <TimeText instant={createdAt} />
          </>
        }
      />
      <Panel title="Password" text="Changing your password ends all your other sessions.">
        <ChangePasswordForm
          email={email}
          onDone={() => toast("The password is changed. All other sessions have ended.")}
        />
      </Panel>
    </>
  );
}
