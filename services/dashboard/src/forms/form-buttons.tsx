import { Button } from "@mantine/core";
import { DialogButtons } from "../ui/dialog.tsx";

type FormButtonsProps = {
  submit: string;
  isPending: boolean;
  onCancel: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
};

/** How a dialog's form ends: send it or leave it. */
export function FormButtons({ submit, isPending, onCancel, isDanger = false, isDisabled = false }: FormButtonsProps) {
  return (
    <DialogButtons>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled} {...(isDanger ? { color: "red" } : {})}>
        {submit}
      </Button>
    </DialogButtons>
  );
}
