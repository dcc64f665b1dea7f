import { NativeSelect } from "@mantine/core";
import { PictureFile } from "../../../library/assets/picture-file.tsx";
import { useLibrary } from "../../../library/use-library.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { type ElementNode, readAttribute, setAttribute } from "@platen/template-source";

const scheme = "asset:";

/** Replaces a picture by one of the library, or by a file, which goes into the library. */
export function ImageField({ element }: { element: ElementNode }) {
  const { template } = useDesign((state) => state.document);
  const { apply } = useDesignStore();
  const { assets } = useLibrary();
  const source = readAttribute(template, element, "src") ?? "";
  const names = assets.flatMap(({ kind, name }) => (kind === "picture" ? [name] : []));
  const own = source.startsWith(scheme) ? source.slice(scheme.length) : "";
  const listed = own === "" || names.includes(own) ? names : [own, ...names];

  function place(name: string): void {
    if (name !== "") apply(setAttribute(template, element, "src", `${scheme}${name}`));
  }

  return (
    <>
      {listed.length === 0 ? null : (
        <NativeSelect
          size="xs"
          mb="xs"
          label="Picture"
          value={own}
          data={[
            { value: "", label: own === "" ? "Part of the template" : "Choose a picture" },
            ...listed.map((name) => ({ value: name, label: name })),
          ]}
          onChange={({ currentTarget }) => place(currentTarget.value)}
        />
      )}
      <PictureFile size="xs" placeholder="Upload another picture" onAsset={({ name }) => place(name)} />
    </>
  );
}
