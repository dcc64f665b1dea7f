import type { DescribedApi, FieldSchema } from "./described-api.ts";
import { html, prose, type Html } from "../html.ts";
import { schemaName, schemaPath, type SchemaPlaces } from "./schema-places.ts";

/** The schemas that have names, and their pages. */
export type Schemas = { named: DescribedApi["components"]["schemas"]; places: SchemaPlaces };

/** Describes a schema's type and limits in a few words. */
export function typeOf(schemas: Schemas, schema: FieldSchema): Html {
  if (schema.$ref !== undefined) {
    const name = schemaName(schema.$ref);
    return html`<a href="${schemaPath(schemas.places, name)}">${name}</a>`;
  }
  if (schema.enum)
    return html`${schema.enum.map((value, index) => html`${index > 0 ? " · " : ""}<code>${String(value)}</code>`)}`;
  if (schema.anyOf)
    return html`${schema.anyOf.map((one, index) => html`${index > 0 ? " or " : ""}${typeOf(schemas, one)}`)}`;
  if (schema.items) return html`list of ${typeOf(schemas, schema.items)}`;
  const [low, high] = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength];
  const limits = high === undefined ? (low === undefined ? "" : `, at least ${low}`) : `, ${low ?? 0} to ${high}`;
  const unit = schema.type === "string" && limits !== "" ? " characters" : "";
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  return html`${types.join(" or ")}${limits}${unit}`;
}

/** The object without a name inside a schema, whose fields are told in place. */
function innerObject(schema: FieldSchema): FieldSchema | undefined {
  if (schema.$ref !== undefined) return undefined;
  if (schema.properties) return schema;
  return [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].map(innerObject).find(Boolean);
}

export type Field = { name: string; isRequired: boolean; schema: FieldSchema };

/** The fields of an object, with those of objects inside it. */
export function fieldList(schemas: Schemas, fields: readonly Field[]): Html {
  return html`<dl class="fields">
    ${fields.map(({ name, isRequired, schema }) => {
      const inner = fieldsOf(innerObject(schema) ?? {});
      return html`<div>
        <dt>
          <code>${name}</code> <span class="soft">${typeOf(schemas, schema)}</span>${
            isRequired ? html` <span class="required">required</span>` : undefined
          }${schema.default === undefined ? undefined : html` <span class="soft">default <code>${JSON.stringify(schema.default)}</code></span>`}
        </dt>
        <dd>
          ${schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`}
          ${inner.length === 0 ? undefined : fieldList(schemas, inner)}
        </dd>
      </div> `;
    })}
  </dl>`;
}

export function fieldsOf(schema: FieldSchema): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    isRequired: schema.required?.includes(name) === true,
    schema: field,
  }));
}
