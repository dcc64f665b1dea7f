import { changeTable } from "@platen/contracts";
import { Button } from "@mantine/core";
import { FormButtons } from "../../../components/form/form-buttons.tsx";
import { useForm } from "../../../components/form/use-form.ts";
import { KeyField } from "../../../translations/keys/key-field.tsx";
import { keyMistake } from "../../../translations/keys/key-mistake.ts";
import { languageName } from "../../../translations/model/languages.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useDialog } from "../../../ui/use-dialog.ts";
import { allKeys } from "../../texts/two-tables.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { type ElementNode, makeTranslatable, suggestKey, translatableIn } from "@platen/template-source";
import { Group, Wide } from "./group.tsx";

type FormProps = { element: ElementNode; message: string; onClose: () => void };

function KeyForm({ element, message, onClose }: FormProps) {
  const { template } = useDesign((state) => state.document);
  const { apply, announce } = useDesignStore();
  const texts = useTexts();
  const { own, defaultLocale } = texts;
  const keys = allKeys(texts);
  const mistakeIn = (key: string) => keyMistake(key.trim(), keys);
  const { form, field } = useForm({
    initialValues: { key: suggestKey(message, (key) => mistakeIn(key) === undefined) },
    check: ({ key }) => ({ key: mistakeIn(key) }),
    send: async ({ key }) => key.trim(),
    onDone(key) {
      apply(makeTranslatable(template, element, key), undefined, {
        translations: changeTable(own, { [defaultLocale]: { [key]: message } }),
      });
      announce("The text is translatable now");
      onClose();
    },
  });
  return (
    <form {...form}>
      <p>
        “{message}” becomes a text of this template in {languageName(defaultLocale)}. The view “Texts” lists it with its
        translations.
      </p>
      <KeyField {...field("key")} />
      <FormButtons submit="Add the text" isPending={false} onCancel={onClose} />
    </form>
  );
}

/** Turns the text of an element into a text of translations. */
export function MakeTranslatable({ element }: { element: ElementNode }) {
  const { template } = useDesign((state) => state.document);
  const dialog = useDialog();
  const found = translatableIn(template, element);
  if (!found && !dialog.isOpen) return null;
  return (
    <Group title="Languages">
      <Wide>
        <Button variant="default" size="compact-sm" onClick={() => dialog.open(true)}>
          Make translatable
        </Button>
      </Wide>
      <Dialog title="Make this text translatable" {...dialog.props}>
        {found ? <KeyForm element={element} message={found.message} onClose={dialog.close} /> : null}
      </Dialog>
    </Group>
  );
}
