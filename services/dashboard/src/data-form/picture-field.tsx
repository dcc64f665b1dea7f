import { Button, Input, TextInput } from "@mantine/core";
import { Image, X } from "lucide-react";
import { lazy, Suspense, useId } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import { useDialog } from "../ui/use-dialog.ts";
import classes from "./data-form.module.css";

const PictureDialog = lazy(async () => ({ default: (await import("./picture-dialog.tsx")).PictureDialog }));

type PictureFieldProps = {
  label: string;
  value: string;
  note?: string | undefined;
  /** Without a label that is seen, in a cell of a sheet. */
  isCell?: boolean;
  onChange: (value: string) => void;
};

const isHeld = (value: string) => /^data:image\//i.test(value);

/** A picture of the data: its bytes, which come from an asset or a file, or an address. */
export function PictureField({ label, value, note, isCell = false, onChange }: PictureFieldProps) {
  const { subject, open, props } = useDialog();
  const id = useId();
  const picture = isHeld(value) ? <img className={classes["picture"]} src={value} alt="" /> : null;
  const buttons = (
    <div className={classes["pictureButtons"]}>
      {picture}
      <Button
        id={id}
        size={isCell ? "compact-xs" : "xs"}
        variant="default"
        leftSection={<Image size={15} aria-hidden />}
        aria-label={`${value === "" ? "Choose" : "Change"} the picture: ${label}`}
        onClick={() => open(true)}
      >
        {value === "" ? "Choose" : "Change"}
      </Button>
      {value === "" ? null : (
        <IconButton label={`Remove the picture: ${label}`} icon={X} onClick={() => onChange("")} />
      )}
      <Suspense>
        {subject === undefined ? null : <PictureDialog {...props} label={label} onChoose={onChange} />}
      </Suspense>
    </div>
  );
  if (isCell) return buttons;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      {...(note === undefined ? {} : { description: note })}
      className={classes["noted"] ?? ""}
    >
      {buttons}
      {value === "" || picture ? null : (
        <TextInput
          mt="xs"
          aria-label={`Address of the picture: ${label}`}
          description="Documents load no addresses of the web. Choose a picture instead."
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Input.Wrapper>
  );
}
