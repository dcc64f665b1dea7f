import { problems, type ProblemCode } from "@platen/contracts";
import { html, prose, type Html } from "../html.ts";
import { curlExample, pythonExample, typescriptExample, type ExampleCall } from "./call-examples.ts";
import type { DescribedOperation, FieldSchema } from "./described-api.ts";
import { exampleCall } from "./example-call.ts";
import { fieldList, fieldsOf, typeOf, type Field, type Schemas } from "./field-list.ts";

/** The call in each language. The style of the page shows the language that the reader has chosen. */
export function examples(call: ExampleCall): Html {
  if (!call.usesKey) return html`<pre tabindex="0"><code>${curlExample(call)}</code></pre>`;
  return html`<pre tabindex="0" class="in-curl"><code>${curlExample(call)}</code></pre>
    <pre tabindex="0" class="in-typescript"><code>${typescriptExample(call)}</code></pre>
    <pre tabindex="0" class="in-python"><code>${pythonExample(call)}</code></pre>`;
}

function fieldGroup(schemas: Schemas, title: string, fields: readonly Field[]): Html | undefined {
  if (fields.length === 0) return undefined;
  return html`<h3>${title}</h3>
    ${fieldList(schemas, fields)}`;
}

const places = { path: "Path", query: "Query", header: "Headers" } as const;

/** Which sets of fields a body may have. */
function neededOf({ oneOf = [] }: FieldSchema): Html | undefined {
  if (oneOf.length === 0) return undefined;
  const sets = oneOf.map(({ required = [] }) => required.map((name) => `\`${name}\``).join(" and "));
  return html`<p>${prose(`The body needs ${sets.join(", or ")}.`)}</p>`;
}

function requestOf(schemas: Schemas, { parameters, requestBody }: DescribedOperation): Html {
  const groups = Object.entries(places).map(([place, title]) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema }) => ({ name, isRequired: required === true, schema }));
    return fieldGroup(schemas, title, fields);
  });
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
    schema.properties
      ? html`${fieldGroup(schemas, "Body", fieldsOf(schema))}${neededOf(schema)}`
      : html`<h3>Body</h3>
          <p><code>${type}</code>${schema.$ref === undefined ? undefined : html`: ${typeOf(schemas, schema)}`}</p>`,
  );
  return html`${groups}${bodies}`;
}

function dataOf(schemas: Schemas, data: FieldSchema): Html {
  if (data.$ref !== undefined || !data.properties) return html`<p><code>data</code>: ${typeOf(schemas, data)}</p>`;
  return fieldList(
    schemas,
    fieldsOf(data).map((field) => ({ ...field, isRequired: false, name: `data.${field.name}` })),
  );
}

function answersOf(schemas: Schemas, { responses }: DescribedOperation): Html[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { description, content }]) => {
      const contents = Object.entries(content ?? {}).map(([type, { schema }]) => {
        const data = schema.properties?.["data"];
        return html`<p><code>${type}</code></p>
          ${data ? dataOf(schemas, data) : undefined}`;
      });
      return html`<div class="answer">
        <p><b>${status}</b> ${description === "Success." ? undefined : prose(description)}</p>
        ${contents}
      </div> `;
    });
}

function isCode(code: string): code is ProblemCode {
  return code in problems;
}

/** The codes of the problems with which an operation may answer, by status. */
export function codesOf({ responses }: DescribedOperation): [status: string, codes: ProblemCode[]][] {
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith("2"))
    .map(([status, { description }]) => [
      status,
      [...description.matchAll(/^`([\w.]+)`: /gm)].map(([, code = ""]) => code).filter(isCode),
    ]);
}

/** The errors are closed until the reader asks for them: most operations have twenty, and most of these are the same. */
function errorsOf(operation: DescribedOperation): Html | undefined {
  const byStatus = codesOf(operation);
  if (byStatus.length === 0) return undefined;
  const rows = byStatus.flatMap(([status, codes]) =>
    codes.map(
      (code) =>
        html`<div>
          <dt>
            <b>${status}</b> <a href="/docs/errors#${code}"><code>${code}</code></a>
          </dt>
          <dd><p>${prose(problems[code].meaning)}</p></dd>
        </div> `,
    ),
  );
  return html`<details>
    <summary>Errors: ${byStatus.map(([status], index) => `${index > 0 ? ", " : ""}${status}`)}</summary>
    <dl class="fields">${rows}</dl>
  </details>`;
}

/** An operation: its path, parameters, answers, errors and an example of its call. */
export function operationSection(schemas: Schemas, operation: DescribedOperation): Html {
  const { operationId, summary, description, method, path } = operation;
  const call = exampleCall(operation);
  return html`<section class="operation" id="${operationId}">
    <div class="head">
      <h2><a href="#${operationId}">${summary}</a></h2>
      <p>
        <span class="method ${method}">${method.toUpperCase()}</span>${
          path === undefined ? "to your callbackUrl" : html`<code class="path">${path}</code>`
        }
      </p>
      ${description?.split(/\n+/).map((line) => html`<p>${prose(line)}</p>`)}
    </div>
    ${call ? html`<div class="example">${examples(call)}</div>` : undefined}
    <div class="details">
      ${requestOf(schemas, operation)}
      <h3>Answers</h3>
      ${answersOf(schemas, operation)} ${errorsOf(operation)}
    </div>
  </section> `;
}

/** A schema that has a name, with its fields. */
export function schemaSection(schemas: Schemas, name: string): Html {
  const { [name]: schema = {} } = schemas.named;
  return html`<section class="object" id="schema-${name}">
    <h2><a href="#schema-${name}">${name}</a></h2>
    ${schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`}
    ${fieldList(schemas, fieldsOf(schema))}
  </section> `;
}
