import type { DescribedApi, DescribedOperation, FieldSchema } from "./described-api.ts";
import { subjectPath, subjects } from "./subjects.ts";

/** The page of the objects that several subjects share. */
export const objectsName = "objects";

export function schemaName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** The names of the schemas to which a schema leads, in the order in which it does. */
function namesIn(schema: FieldSchema): string[] {
  return [
    ...(schema.$ref === undefined ? [] : [schemaName(schema.$ref)]),
    ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : []), ...Object.values(schema.properties ?? {})]
      .map(namesIn)
      .flat(),
  ];
}

function schemasOf(operation: DescribedOperation | undefined): FieldSchema[] {
  if (!operation) return [];
  const { parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const contents = [requestBody?.content, ...answers.map(([, { content }]) => content)];
  return [
    ...parameters.map(({ schema }) => schema),
    ...contents.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema)),
  ];
}

/** The page of each schema by its name: that of the one subject that uses it, or the page of shared objects. */
export function placesOfSchemas({ components }: DescribedApi, operations: ReadonlyMap<string, DescribedOperation>) {
  const users = new Map<string, Set<string>>(Object.keys(components.schemas).map((name) => [name, new Set()]));
  const use = (name: string, subject: string): void => {
    const known = users.get(name);
    if (!known || known.has(subject)) return;
    known.add(subject);
    for (const inner of namesIn(components.schemas[name] ?? {})) use(inner, subject);
  };
  for (const { name: subject, operations: ids } of subjects) {
    for (const schema of ids.flatMap((id) => schemasOf(operations.get(id))))
      for (const name of namesIn(schema)) use(name, subject);
  }
  return new Map(
    [...users].map(([name, [subject, ...others]]) => [
      name,
      subject === undefined || others.length > 0 ? objectsName : subject,
    ]),
  );
}

export type SchemaPlaces = ReturnType<typeof placesOfSchemas>;

export const schemaPath = (places: SchemaPlaces, name: string): string =>
  subjectPath(places.get(name) ?? objectsName, `schema-${name}`);
