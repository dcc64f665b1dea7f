import { outputNames, outputs, problems } from "@platen/contracts";
import { curlExample, pythonExample, typescriptExample, type ExampleCall } from "./call-examples.ts";
import type { DescribedApi, DescribedOperation, FieldSchema } from "./described-api.ts";
import { html, prose, type Html } from "./html.ts";
import { mark } from "./mark.ts";
import { page, type Page, type PageFonts } from "./page.ts";

const exampleData: Record<string, unknown> = { templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z", data: { number: "2031" } };

function schemaName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** Describes a schema's type and limits in a few words. */
function typeOf(schema: FieldSchema): Html {
  if (schema.$ref !== undefined) {
    const name = schemaName(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.enum)
    return html`${schema.enum.map((value, index) => html`${index > 0 ? " · " : ""}<code>${String(value)}</code>`)}`;
  if (schema.anyOf) return html`${schema.anyOf.map((one, index) => html`${index > 0 ? " or " : ""}${typeOf(one)}`)}`;
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  const [low, high] = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength];
  const limits = high === undefined ? (low === undefined ? "" : `, at least ${low}`) : `, ${low ?? 0} to ${high}`;
  const unit = schema.type === "string" && limits !== "" ? " characters" : "";
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  return html`${types.join(" or ")}${limits}${unit}`;
}

type Row = { name: string; place: string; isRequired: boolean; schema: FieldSchema };

function fieldTable(rows: readonly Row[]): Html {
  const cells = ({ name, place, isRequired, schema }: Row) =>
    html`<tr>
      <td>
        <code>${name}</code>${isRequired ? html` <span class="required">required</span>` : undefined}<br /><span
          class="soft"
          >${place}</span
        >
      </td>
      <td>
        ${typeOf(schema)}${schema.default === undefined ? undefined : html`<br /><span class="soft">default <code>${JSON.stringify(schema.default)}</code></span>`}
      </td>
      <td>${prose(schema.description ?? "")}</td>
    </tr> `;
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>Type</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(cells)}
      </tbody>
    </table>
  </div>`;
}

function fieldsOf(schema: FieldSchema, place: string): Row[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    place,
    isRequired: schema.required?.includes(name) === true,
    schema: field,
  }));
}

function bodySchema(operation: DescribedOperation): FieldSchema | undefined {
  return operation.requestBody?.content["application/json"]?.schema;
}

function exampleOf(name: string, schema: FieldSchema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (exampleData[name] !== undefined) return exampleData[name];
  if (schema.enum) return schema.enum[0];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "object" || schema.$ref !== undefined) return {};
  return name === "email" ? "ada@example.com" : "…";
}

function callOf(operation: DescribedOperation): ExampleCall {
  const body = bodySchema(operation);
  const example =
    body &&
    Object.fromEntries(
      Object.entries(body.properties ?? {})
        .filter(([name]) => body.required?.includes(name))
        .map(([name, schema]) => [name, exampleOf(name, schema)]),
    );
  return {
    method: operation.method,
    path: operation.path,
    usesKey: takesKey(operation),
    body: example && JSON.stringify(example),
    output: outputNames.find((output) => operation.responses["200"]?.content?.[outputs[output].type] !== undefined),
  };
}

/** The call in each language. The style of the page shows the language that the reader has chosen. */
function examples(call: ExampleCall): Html {
  if (!call.usesKey) return html`<pre><code>${curlExample(call)}</code></pre>`;
  return html`<pre class="in-curl"><code>${curlExample(call)}</code></pre>
    <pre class="in-typescript"><code>${typescriptExample(call)}</code></pre>
    <pre class="in-python"><code>${pythonExample(call)}</code></pre>`;
}

function answersOf(operation: DescribedOperation): Html {
  const rows = Object.entries(operation.responses).map(
    ([status, { description, content }]) =>
      html`<tr>
        <td><code>${status}</code></td>
        <td>
          ${
            content && status.startsWith("2")
              ? Object.entries(content).map(([type, { schema }]) => {
                  const data = schema.properties?.["data"];
                  return html`<p>
                    <code>${type}</code> ${data ? html`<code>data</code>: ${dataText(data)}` : undefined}
                  </p>`;
                })
              : description.split("\n\n").map((line) => html`<p>${prose(line)}</p>`)
          }
        </td>
      </tr> `,
  );
  return html`<div class="table">
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function dataText(data: FieldSchema): Html {
  if (data.$ref !== undefined || !data.properties) return typeOf(data);
  return html`${Object.entries(data.properties).map(
    ([name, schema], index) => html`${index > 0 ? ", " : ""}<code>${name}</code> (${typeOf(schema)})`,
  )}`;
}

function operationSection(operation: DescribedOperation): Html {
  const parameters = operation.parameters.map((parameter) => ({
    name: parameter.name,
    place: parameter.in,
    isRequired: parameter.required === true,
    schema: parameter.schema,
  }));
  const body = bodySchema(operation);
  const rows = [...parameters, ...(body ? fieldsOf(body, "body") : [])];
  return html`<section id="${operation.operationId}">
    <h3>${operation.summary}</h3>
    <p>
      <span class="method ${operation.method}">${operation.method.toUpperCase()}</span
      ><code class="path">${operation.path}</code>
    </p>
    ${operation.description === undefined ? undefined : html`<p>${prose(operation.description)}</p>`}
    ${
      rows.length > 0
        ? html`<h4>Request</h4>
            ${fieldTable(rows)}`
        : undefined
    }
    <h4>Answers</h4>
    ${answersOf(operation)} ${examples(callOf(operation))}
  </section> `;
}

function errorTable(): Html {
  const rows = Object.entries(problems).map(
    ([code, { status, meaning }]) =>
      html`<tr>
        <td><code>${code}</code></td>
        <td>${status}</td>
        <td>${prose(meaning)}</td>
      </tr> `,
  );
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          <th>Code</th>
          <th>Status</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function takesKey({ path }: DescribedOperation): boolean {
  return path.startsWith("/api/v1/");
}

type Tags = Map<string, DescribedOperation[]>;

function tagLinks(tags: Tags): Html[] {
  return [...tags].map(([tag, list]) => {
    const links = list.map(({ operationId, summary }) => html`<a href="#${operationId}">${summary}</a>`);
    return html`<span>${tag}</span>${links}`;
  });
}

function tagSections(tags: Tags): Html[] {
  return [...tags].map(
    ([tag, list]) =>
      html`<h2>${tag}</h2>
        ${list.map(operationSection)}`,
  );
}

/** Writes the page that documents the API: each operation with its fields and examples, schemas, error codes. */
export function docsPage(api: DescribedApi, operations: readonly DescribedOperation[], fonts?: PageFonts): Page {
  const tags = Map.groupBy(operations, (operation) => operation.tags[0]);

  return page(
    `${api.info.title} API`,
    html`<div class="layout">
      <nav>
        <a class="home" href="/dashboard">${mark}${api.info.title}</a>
        <fieldset>
          <legend>Examples in</legend>
          <label><input type="radio" name="language" id="curl" checked /> curl</label>
          <label><input type="radio" name="language" id="typescript" /> TypeScript</label>
          <label><input type="radio" name="language" id="python" /> Python</label>
        </fieldset>
        <a href="#start">Getting started</a>
        ${tagLinks(tags)}
        <span>Reference</span><a href="#errors">Errors</a><a href="#schemas">Schemas</a>
        <a href="/api/v1/openapi.json">OpenAPI document</a>
        <a href="/api/v1/openapi-sdk.json">OpenAPI for generators</a>
      </nav>
      <main>
        <section id="start">
          <h1>${api.info.title} API</h1>
          ${api.info.description.split(/\n+/).map((line) => html`<p>${prose(line)}</p>`)}
          <h4>A first document</h4>
          ${examples({
            method: "post",
            path: "/api/v1/generate",
            usesKey: true,
            body: JSON.stringify(exampleData),
            output: "pdf",
          })}
          <p>
            Every answer carries <code>X-Request-Id</code>; send your own to find a request again. Lists are read with
            <code>page</code> from 1 up to <code>pagination.totalPages</code>.
          </p>
        </section>
        ${tagSections(tags)}
        <h2 id="errors">Errors</h2>
        <p>
          ${prose("Branch on `error.code`; messages may change. `429` means you: slow down. `503` means us: try again after `Retry-After`.")}
        </p>
        ${errorTable()}
        <h2 id="schemas">Schemas</h2>
        ${Object.entries(api.components.schemas).map(
          ([name, schema]) =>
            html`<section id="schema-${name}">
              <h3>${name}</h3>
              <p>${prose(schema.description ?? "")}</p>
              ${fieldTable(fieldsOf(schema, ""))}
            </section> `,
        )}
      </main>
    </div>`,
    fonts,
  );
}
