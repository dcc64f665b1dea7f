import { Checkbox, NativeSelect, Stack } from "@mantine/core";
import { warningSeverityOf, type PageSettings } from "@platen/contracts";
import { warningLabels } from "../../../components/warning-labels.ts";
import { Wide } from "./group.tsx";

const refusalOptions = [
  { value: "none", label: "Make it, with warnings" },
  { value: "errors", label: "Refuse it if something is left out" },
  { value: "some", label: "Refuse it for these warnings" },
];

const codes = Object.keys(warningLabels);
const errors = Object.entries(warningSeverityOf).flatMap(([code, severity]) => (severity === "error" ? [code] : []));

type RefusalSettingProps = {
  strict: PageSettings["strict"];
  onChange: (strict: PageSettings["strict"]) => void;
};

/** Which documents the template refuses, unless their request says something else: `strict` of the page settings. */
export function RefusalSetting({ strict, onChange }: RefusalSettingProps) {
  const chosen = Array.isArray(strict) ? strict : undefined;
  return (
    <>
      <Wide>
        <NativeSelect
          size="xs"
          label="An incomplete document"
          description="A request may say something else."
          data={refusalOptions}
          value={chosen ? "some" : strict === true ? "errors" : "none"}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === "none" ? undefined : value === "errors" ? true : errors)
          }
        />
      </Wide>
      {chosen ? (
        <Wide>
          <Checkbox.Group
            aria-label="Warnings that refuse a document"
            value={chosen}
            onChange={(value) => onChange(value.length === 0 ? undefined : value)}
          >
            <Stack gap={4}>
              {[...new Set([...codes, ...chosen])].map((code) => (
                <Checkbox key={code} size="xs" value={code} label={warningLabels[code] ?? code} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Wide>
      ) : null}
    </>
  );
}
