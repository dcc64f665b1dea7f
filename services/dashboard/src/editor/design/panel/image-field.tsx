import { FileInput } from "@mantine/core";
import { useState } from "react";
import { useDesign } from "../design-context.ts";
import { readPicture } from "../palette/read-picture.ts";
import { setAttribute } from "../source/set-attribute.ts";
import type { ElementNode } from "../source/nodes.ts";

/** Replaces a picture by another file. */
export function ImageField({ element }: { element: ElementNode }) {
  const { template, apply } = useDesign();
  const [problem, setProblem] = useState<string>();

  async function take(file: File | null): Promise<void> {
    if (!file) return;
    const { url, problem } = await readPicture(file);
    setProblem(problem);
    if (url !== undefined) apply(setAttribute(template, element, "src", url));
  }

  return (
    <FileInput
      size="xs"
      label="File"
      placeholder="Choose another picture"
      accept="image/*"
      value={null}
      error={problem}
      onChange={(file) => void take(file)}
    />
  );
}
