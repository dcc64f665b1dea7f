import { FileInput, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { problemMessage } from "../../../api/problem-message.ts";
import { acceptedPictures } from "../../../library/assets/asset-file.ts";
import { examine } from "../../../library/assets/candidate.ts";
import { usePictureUpload } from "../../../library/assets/use-picture-upload.ts";
import { useLibrary } from "../../../library/use-library.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { type ElementNode, readAttribute, setAttribute } from "@platen/template-source";

const scheme = "asset:";

/** Replaces a picture by one of the library, or by a file, which goes into the library. */
export function ImageField({ element }: { element: ElementNode }) {
  const { template } = useDesign((state) => state.document);
  const { apply } = useDesignStore();
  const { assets } = useLibrary();
  const upload = usePictureUpload();
  const [problem, setProblem] = useState<string>();
  const source = readAttribute(template, element, "src") ?? "";
  const names = assets.flatMap(({ kind, name }) => (kind === "picture" ? [name] : []));
  const own = source.startsWith(scheme) ? source.slice(scheme.length) : "";
  const listed = own === "" || names.includes(own) ? names : [own, ...names];

  function place(name: string): void {
    if (name !== "") apply(setAttribute(template, element, "src", `${scheme}${name}`));
  }

  async function take(file: File | null): Promise<void> {
    if (!file) return;
    const candidate = await examine(file);
    setProblem(candidate.mistake);
    if (candidate.mistake !== undefined) return;
    try {
      place((await upload(candidate, candidate.smaller !== undefined)).name);
    } catch (error) {
      setProblem(problemMessage(error));
    }
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
      <FileInput
        size="xs"
        label="File"
        placeholder="Upload another picture"
        accept={acceptedPictures}
        value={null}
        error={problem}
        onChange={(file) => void take(file)}
      />
    </>
  );
}
