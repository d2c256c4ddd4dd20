import { type RawBuilder, sql } from 'kysely'
import type { BoolExp } from './chain-query.ts'
import type { ChainColumn, ChainTable } from './chain-table.ts'
import { chainTable } from './chain-tables.ts'

/** Names a sub-query's table; every use gets its own. */
export type NextAlias = () => string

const TRUE = sql`true`

/**
 * Returns the condition that a where argument means, for rows under an alias. Names are those of the table's
 * metadata; every value is a parameter.
 */
export function compileWhere(
  table: ChainTable,
  alias: string,
  where: BoolExp,
  nextAlias: NextAlias,
): RawBuilder<unknown> {
  const parts = Object.entries(where).flatMap(([name, value]) =>
    value === undefined ? [] : [condition(table, alias, name, value, nextAlias)],
  )
  return parts.length === 0 ? TRUE : sql`(${sql.join(parts, sql` and `)})`
}

function condition(
  table: ChainTable,
  alias: string,
  name: string,
  value: unknown,
  nextAlias: NextAlias,
): RawBuilder<unknown> {
  const column = table.columns[name]
  if (column !== undefined) return comparisons(sql.ref(`${alias}.${name}`), column, value as Record<string, unknown>)
  const relation = table.relations[name]
  if (relation !== undefined) {
    const there = chainTable(relation.table)
    const inner = nextAlias()
    const [from, to] = relation.on
    return sql`exists (select from ${sql.raw(there.from)} as ${sql.id(inner)}
      where ${sql.ref(`${inner}.${to}`)} = ${sql.ref(`${alias}.${from}`)} and ${compileWhere(there, inner, value as BoolExp, nextAlias)})`
  }
  if (name === '_not') return sql`not ${compileWhere(table, alias, value as BoolExp, nextAlias)}`
  const all = (value as readonly BoolExp[]).map((each) => compileWhere(table, alias, each, nextAlias))
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
