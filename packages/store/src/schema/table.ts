import type { Json } from '@opal/domain/json'

/** PostgreSQL type of a column and, for the compiler only, what a value of it is in TypeScript. */
export interface Column<Value> {
  readonly pgType: string
  readonly isJson: boolean
  readonly isNullable: boolean
  /** Never set: carries the type. */
  readonly value?: Value
}

function column<Value>(pgType: string): Column<Value> {
  return { pgType, isJson: pgType === 'jsonb', isNullable: false }
}

export const text = column<string>('text')
export const integer = column<number>('integer')
export const boolean = column<boolean>('boolean')
/** Versions, microseconds and counts. */
export const bigint = column<bigint>('bigint')
/** Whole numbers wider than bigint: octas, Move's u64 and wider. */
export const numeric = column<bigint>('numeric')
/** Scores only, never money. */
export const doublePrecision = column<number>('double precision')
/** UTC without zone, as text: `2024-06-25 23:56:58.254577`, as `formatMicros` writes it with a `T`. */
export const timestamp = column<string>('timestamp')
/** With zone, as text; set by the server's clock, never chain time. */
export const timestamptz = column<string>('timestamptz')
export const jsonb = column<Json>('jsonb')

/** Returns the same column, where null says "unknown" or "none". */
export function nullable<Value>(of: Column<Value>): Column<Value | null> {
  return { pgType: of.pgType, isJson: of.isJson, isNullable: true }
}

/** Columns by name, in the order they are written. */
export type Columns = Readonly<Record<string, Column<unknown>>>

/** One table as its writers and readers need it: name with schema, columns, primary key. */
export interface Table<Of extends Columns> {
  readonly name: string
  readonly columns: Of
  readonly key: readonly (keyof Of & string)[]
}

/** Row of a table; columns that the database fills by itself are left out of the descriptor. */
export type RowOf<Of> = Of extends Table<infer C> ? { [Name in keyof C]: ValueOf<C[Name]> } : never
type ValueOf<C> = C extends Column<infer Value> ? Value : never

/** Describes a table; the migration is the truth about constraints and indexes. */
export function defineTable<Of extends Columns>(
  name: string,
  key: readonly (keyof Of & string)[],
  columns: Of,
): Table<Of> {
  return { name, key, columns }
}
