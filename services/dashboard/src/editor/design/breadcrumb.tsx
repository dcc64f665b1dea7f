import { UnstyledButton } from "@mantine/core";
import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import classes from "./breadcrumb.module.css";
import { useDesign, useDesignStore } from "./design-context.ts";
import { classOf, nodeLabel } from "./node-labels.ts";
import { isRoot } from "./selectable.ts";
import { ancestorsOf } from "@platen/template-source";

/** The path from the page to the selected node; each step can be selected. */
export function Breadcrumb() {
  const { template, data } = useDesign((state) => state.document);
  const { selected } = useDesign((state) => state.selecting);
  const { select } = useDesignStore();
  const path = selected ? [selected, ...ancestorsOf(selected)].toReversed().filter((node) => !isRoot(node)) : [];
  return (
    <nav className={classes["breadcrumb"]} aria-label="Selected element">
      <UnstyledButton
        className={classes["step"]}
        onClick={() => select(undefined)}
        aria-current={selected ? undefined : "true"}
      >
        Page
      </UnstyledButton>
      {path.map((node) => (
        <Fragment key={node.id}>
          <ChevronRight size={12} aria-hidden />
          <UnstyledButton
            className={classes["step"]}
            onClick={() => select(node)}
            aria-current={node === selected ? "true" : undefined}
          >
            {nodeLabel(template, node, data)}
            {classOf(template, node) === "" ? null : (
              <span className={classes["class"]}>{classOf(template, node)}</span>
            )}
          </UnstyledButton>
        </Fragment>
      ))}
    </nav>
  );
}
