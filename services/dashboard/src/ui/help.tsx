import { Popover } from "@mantine/core";
import { CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";

/** A button that explains something: what is read once does not take room from everybody. */
export function Help({ about, children }: { about: string; children: ReactNode }) {
  return (
    <Popover width={320} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={`About ${about}`} icon={CircleHelp} />
      </Popover.Target>
      <Popover.Dropdown fz="sm" style={{ overflowWrap: "anywhere" }}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
