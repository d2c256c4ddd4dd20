/** Filter of rows: conditions on columns, on relations, and their combinations. As the GraphQL input coerced it. */
export type BoolExp = Readonly<Record<string, unknown>>

export type OrderDirection =
  | 'asc'
  | 'asc_nulls_first'
  | 'asc_nulls_last'
  | 'desc'
  | 'desc_nulls_first'
  | 'desc_nulls_last'

/** Columns, or through a relation its columns, each with a direction. */
export interface OrderBy {
  readonly [name: string]: OrderDirection | OrderBy | null
}

/** Fields of a row, in the order of the response. */
export type RowField =
  | { readonly kind: 'column'; readonly key: string; readonly column: string }
  | {
      readonly kind: 'relation'
      readonly key: string
      readonly relation: string
      /** Row arguments of a relation to many; null for a relation to at most one. */
      readonly args: RowArguments | null
      readonly fields: readonly RowField[]
    }
  | { readonly kind: 'constant'; readonly key: string; readonly value: string }

/** Aggregate functions over a column. */
export type AggregateFunction = 'sum' | 'avg' | 'max' | 'min'

/** Fields of an aggregate. */
export type AggregateField =
  | {
      readonly kind: 'function'
      readonly key: string
      readonly name: AggregateFunction
      readonly fields: readonly Exclude<RowField, { readonly kind: 'relation' }>[]
    }
  | { readonly kind: 'count'; readonly key: string; readonly columns: readonly string[]; readonly distinct: boolean }
  | { readonly kind: 'constant'; readonly key: string; readonly value: string }

export interface RowArguments {
  readonly where: BoolExp
  readonly orderBy: readonly OrderBy[]
  readonly distinctOn: readonly string[]
  readonly limit: number
  readonly offset: number
}

/** One root field. */
export type ChainQuery =
  | {
      readonly kind: 'rows'
      readonly key: string
      readonly table: string
      readonly args: RowArguments
      readonly fields: readonly RowField[]
    }
  | {
      /** Answers the row itself, or null. */
      readonly kind: 'one'
      readonly key: string
      readonly table: string
      readonly args: RowArguments
      readonly fields: readonly RowField[]
    }
  | {
      readonly kind: 'aggregate'
      readonly key: string
      readonly table: string
      readonly args: RowArguments
      readonly parts: readonly AggregatePart[]
    }
  | { readonly kind: 'constant'; readonly key: string; readonly value: string }

/** Members of an aggregate's answer. */
export type AggregatePart =
  | { readonly kind: 'aggregate'; readonly key: string; readonly fields: readonly AggregateField[] }
  | {
      readonly kind: 'nodes'
      readonly key: string
      /** Rows listed at most, of all that are aggregated. */
      readonly limit: number
      readonly fields: readonly RowField[]
    }
  | { readonly kind: 'constant'; readonly key: string; readonly value: string }
