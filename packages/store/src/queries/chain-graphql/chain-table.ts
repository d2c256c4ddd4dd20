/** Scalars of the chain indexer's GraphQL, named as Hasura names them. */
export type ChainScalar = 'String' | 'Boolean' | 'Int' | 'bigint' | 'numeric' | 'timestamp' | 'jsonb'

/** A column: its scalar, and whether it can be null. */
export interface ChainColumn {
  readonly scalar: ChainScalar
  readonly nullable: boolean
}

/** A relation to rows of another table. */
export interface ChainRelation {
  readonly table: string
  /** To any number of rows; to at most one without it. */
  readonly isMany?: boolean
  /** Column here to column there. */
  readonly on: readonly [here: string, there: string]
}

/** A table that the chain indexer's GraphQL shows. */
export interface ChainTable {
  /** Name of the root field. */
  readonly name: string
  /** Its table or sub-select, without alias. Our own text, never a caller's. */
  readonly from: string
  /** Columns that identify a row, for `<name>_by_pk`; absent where Aptos' own API has no such field. */
  readonly key?: readonly string[]
  /** Whether `<name>_aggregate` exists, as in Aptos' own API. */
  readonly hasAggregate?: boolean
  readonly columns: Readonly<Record<string, ChainColumn>>
  readonly relations: Readonly<Record<string, ChainRelation>>
}

/** Returns a column that is never null. */
export const required = (scalar: ChainScalar): ChainColumn => ({ scalar, nullable: false })
/** Returns a column that may be null. */
export const optional = (scalar: ChainScalar): ChainColumn => ({ scalar, nullable: true })

/** The two columns by which a current row says how new it is. */
export const TRANSACTION_COLUMNS = {
  last_transaction_version: required('bigint'),
  last_transaction_timestamp: required('timestamp'),
}
