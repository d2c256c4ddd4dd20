import { type RawBuilder, sql } from 'kysely'
import type { BoolExp } from './chain-query.ts'
import type { ChainColumn, ChainRelation, ChainTable } from './chain-table.ts'
import { chainTable } from './chain-tables.ts'

/** Names the rows of a sub-query; every use gets its own name. */
export type NextAlias = () => string

/** Rows of a table under an alias, in a statement whose other rows get theirs by `nextAlias`. */
export interface TableRows {
  readonly table: ChainTable
  readonly alias: string
  readonly nextAlias: NextAlias
}

/** Names rows of a table. */
export function rowsOf(table: ChainTable, nextAlias: NextAlias): TableRows {
  return { table, alias: nextAlias(), nextAlias }
}

/** Names the rows that a relation leads to. @returns the condition that joins them, too. */
export function rowsBehind(rows: TableRows, relation: ChainRelation) {
  const there = rowsOf(chainTable(relation.table), rows.nextAlias)
  const [from, to] = relation.on
  return { there, isJoined: sql`${sql.ref(`${there.alias}.${to}`)} = ${sql.ref(`${rows.alias}.${from}`)}` }
}

const TRUE = sql`true`

/** Returns the condition that a where argument means. Names are those of the table's metadata; every value is a parameter. */
export function compileWhere(rows: TableRows, where: BoolExp): RawBuilder<unknown> {
  const parts = Object.entries(where).flatMap(([name, value]) =>
    value === undefined ? [] : [condition(rows, name, value)],
  )
  return parts.length === 0 ? TRUE : sql`(${sql.join(parts, sql` and `)})`
}

function condition(rows: TableRows, name: string, value: unknown): RawBuilder<unknown> {
  const { table, alias } = rows
  const column = table.columns[name]
  if (column !== undefined) return comparisons(sql.ref(`${alias}.${name}`), column, value as Record<string, unknown>)
  const relation = table.relations[name]
  if (relation !== undefined) {
    const { there, isJoined } = rowsBehind(rows, relation)
    return sql`exists (select from ${sql.raw(there.table.from)} as ${sql.id(there.alias)}
      where ${isJoined} and ${compileWhere(there, value as BoolExp)})`
  }
  if (name === '_not') return sql`not ${compileWhere(rows, value as BoolExp)}`
  const all = (value as readonly BoolExp[]).map((each) => compileWhere(rows, each))
  if (name === '_or') return all.length === 0 ? sql`false` : sql`(${sql.join(all, sql` or `)})`
  return all.length === 0 ? TRUE : sql`(${sql.join(all, sql` and `)})`
}

const OPERATORS: Readonly<Record<string, string>> = {
  _eq: '=',
  _neq: '<>',
  _gt: '>',
  _gte: '>=',
  _lt: '<',
  _lte: '<=',
  _like: 'like',
  _nlike: 'not like',
  _ilike: 'ilike',
  _nilike: 'not ilike',
  _regex: '~',
  _nregex: '!~',
  _iregex: '~*',
  _niregex: '!~*',
  _similar: 'similar to',
  _nsimilar: 'not similar to',
  _contains: '@>',
  _contained_in: '<@',
  _has_key: '?',
  _has_keys_all: '?&',
  _has_keys_any: '?|',
}

/** Operators whose operand has another type than the column. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  _has_key: 'text',
  _has_keys_all: 'text[]',
  _has_keys_any: 'text[]',
}

const PG_TYPES = {
  String: 'text',
  Boolean: 'boolean',
  Int: 'integer',
  bigint: 'bigint',
  numeric: 'numeric',
  timestamp: 'timestamp',
  jsonb: 'jsonb',
} as const

function comparisons(
  reference: RawBuilder<unknown>,
  column: ChainColumn,
  asked: Record<string, unknown>,
): RawBuilder<unknown> {
  const type = PG_TYPES[column.scalar]
  const parts = Object.entries(asked).flatMap(([operator, value]) =>
    value === undefined ? [] : [comparison(reference, type, operator, value)],
  )
  return parts.length === 0 ? TRUE : sql`(${sql.join(parts, sql` and `)})`
}

function comparison(
  reference: RawBuilder<unknown>,
  type: string,
  operator: string,
  value: unknown,
): RawBuilder<unknown> {
  if (operator === '_is_null') return value === true ? sql`${reference} is null` : sql`${reference} is not null`
  if (operator === '_in' || operator === '_nin') {
    const any = sql`${reference} = any(${(value as readonly unknown[]).map(toParameter)}::${sql.raw(type)}[])`
    return operator === '_in' ? any : sql`not (${any})`
  }
  const other = OTHER_TYPES[operator]
  const parameter = other === undefined ? toParameter(value) : value
  return sql`${reference} ${sql.raw(OPERATORS[operator] as string)} ${parameter}::${sql.raw(other ?? type)}`
}

function toParameter(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
