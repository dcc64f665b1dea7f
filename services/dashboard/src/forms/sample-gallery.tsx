import { Skeleton, UnstyledButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { problemMessage } from "../api/problem-message.ts";
import { useNewTemplate, type Template } from "../components/templates/use-new-template.ts";
import { toastProblem } from "../ui/toast.ts";
import classes from "./sample-gallery.module.css";
import { SamplePicture, tellKept, useSamples, type Sample } from "./samples.tsx";

/** The samples as pictures, each of which becomes a template with one click. */
export function SampleGallery({ onCreated }: { onCreated: (template: Template) => void }) {
  const { data, error } = useSamples();
  const { create, findFreeName } = useNewTemplate();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ slug, name }: Sample) => create({ name: await findFreeName(name), sample: slug }),
    onSuccess: (created) => {
      tellKept(created);
      onCreated(created.template);
    },
    onError: (problem) => toastProblem(`The template was not created. ${problemMessage(problem)}`),
  });
  // The buttons above lead to a template too.
  if (error) return null;
  return (
    <ul className={classes["gallery"]} aria-label="Samples" aria-busy={data === undefined}>
      {data?.samples.map((sample) => (
        <li key={sample.slug}>
          <UnstyledButton
            className={classes["card"] ?? ""}
            disabled={isPending}
            data-chosen={(isPending && variables.slug === sample.slug) || undefined}
            onClick={() => mutate(sample)}
          >
            <span className={classes["picture"]}>
              <SamplePicture sample={sample} />
            </span>
            <span className={classes["name"]}>{sample.name}</span>
            <span className={classes["text"]}>{sample.description}</span>
          </UnstyledButton>
        </li>
      )) ??
        Array.from({ length: 9 }, (_, index) => (
          <li key={index}>
            <Skeleton height={250} radius="md" />
          </li>
        ))}
    </ul>
  );
}
