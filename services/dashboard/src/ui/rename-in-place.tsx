import { ActionIcon, Loader, TextInput, Tooltip } from "@mantine/core";
import { Check, Pencil, X } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import classes from "./rename-in-place.module.css";

type RenameInPlaceProps = {
  name: string;
  /** The kind of thing that has the name: "key". */
  kind: string;
  isEditing: boolean;
  onEdit: () => void;
  onEnd: () => void;
  /** Saves the new name. Resolves with an error message, or with undefined once the name is saved. */
  onSave: (name: string) => Promise<string | undefined>;
};

function NameField({ name, kind, onEnd, onSave }: Omit<RenameInPlaceProps, "isEditing" | "onEdit">) {
  const [text, setText] = useState(name);
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Browsers differ in whether selecting the text focuses the field.
    input.current?.focus();
    input.current?.select();
  }, []);

  async function save(): Promise<void> {
    if (isSaving) return;
    if (text.trim() === name) return onEnd();
    setIsSaving(true);
    const problem = await onSave(text);
    setIsSaving(false);
    setError(problem);
    if (problem === undefined) onEnd();
    else input.current?.focus();
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === "Enter") void save();
    if (key === "Escape") onEnd();
  }

  return (
    <div style={{ display: "flex", alignItems: "flex-start", gap: "0.2rem" }}>
      <TextInput
        ref={input}
        size="xs"
        style={{ flex: 1, maxWidth: "20rem" }}
        aria-label={`New name of ${kind} ${name}`}
        autoComplete="off"
        value={text}
        error={error}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ActionIcon variant="subtle" aria-label="Save name" onClick={() => void save()}>
        {isSaving ? <Loader size={14} /> : <Check size={16} aria-hidden />}
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label="Keep the old name" onClick={onEnd}>
        <X size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** A name that can be edited in place. Enter saves it, Escape discards the change. */
export function RenameInPlace({ isEditing, onEdit, ...rename }: RenameInPlaceProps) {
  const { name, kind } = rename;
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) return <NameField {...rename} />;
  return (
    <div className={classes["name"]}>
      <span style={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }} title={name}>
        {name}
      </span>
      <Tooltip label="Rename">
        <ActionIcon
          ref={pencil}
          className={classes["pencil"] ?? ""}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Rename ${kind} ${name}`}
          onClick={onEdit}
        >
          <Pencil size={13} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
