import { Button } from "@mantine/core";
import { DialogButtons } from "../../ui/dialog.tsx";

type FormButtonsProps = {
  submit: string;
  isPending: boolean;
  onCancel: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
};

/** The buttons at the end of a dialog's form. */
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
