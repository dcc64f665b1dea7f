import { EntitySchema, type EntitySchemaColumnOptions } from "typeorm";

/** A column, which knows the type of its values. No column has a `valueType` at run time. */
type Column<Value> = EntitySchemaColumnOptions & { readonly valueType?: Value };
type Columns = Readonly<Record<string, Column<unknown>>>;
type Given = Omit<EntitySchemaColumnOptions, "type">;

export const text = <Value extends string = string>(given?: Given): Column<Value> => ({ type: "text", ...given });
export const texts = <Value extends string = string>(given?: Given): Column<Value[]> => ({
  type: "text",
  array: true,
  ...given,
});
export const smallint = <Value extends number = number>(given?: Given): Column<Value> => ({
  type: "smallint",
  ...given,
});
export const integer = (given?: Given): Column<number> => ({ type: "integer", ...given });
export const double = (): Column<number> => ({ type: "double precision" });
export const boolean = (given?: Given): Column<boolean> => ({ type: "boolean", ...given });
export const json = <Value>(given?: Given): Column<Value> => ({ type: "jsonb", ...given });
/** A time, to the millisecond as a `Date` is. */
export const instant = (given?: Given): Column<Date> => ({ type: "timestamptz", precision: 3, ...given });
export const nullable = <Value>(column: Column<Value>): Column<Value | null> => ({ ...column, nullable: true });

/** The values of columns, by their names. */
export type ValuesOf<T extends Columns> = { [Name in keyof T]: T[Name] extends Column<infer Value> ? Value : never };

/** The row of a table. */
export type RowOf<Table> = Table extends EntitySchema<infer Row> ? Row : never;

/** Declares a table once, for the database and for the compiler. Its columns have the names in snake case. */
export function table<const T extends Columns>(tableName: string, columns: T): EntitySchema<ValuesOf<T>> {
  const named = Object.entries(columns).map(([property, column]) => [
    property,
    { ...column, name: property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) },
  ]);
  // Object.fromEntries loses the names of the properties.
  const all = Object.fromEntries(named) as Record<keyof T, EntitySchemaColumnOptions>;
  return new EntitySchema<ValuesOf<T>>({ name: tableName, tableName, columns: all });
}
