import { type RawBuilder, sql } from 'kysely'
import { UNPREPARED } from '../../driver/prepared-statements.ts'
import { type Reader, readRow, withTimeLimit } from '../read-rows.ts'
import type {
  AggregateField,
  AggregateFunction,
  AggregatePart,
  ChainQuery,
  OrderBy,
  OrderDirection,
  RowArguments,
  RowField,
} from './chain-query.ts'
import type { ChainTable } from './chain-table.ts'
import { chainTable } from './chain-tables.ts'
import { compileWhere, type NextAlias } from './compile-where.ts'

/**
 * Returns all root fields of an operation as one statement that answers the `data` object as JSON text, keys in
 * the order asked. Built by PostgreSQL so that numbers are exact, whatever their size.
 * @param maxBytes of the text; a larger one does not leave PostgreSQL, and is null.
 */
function compileChainQueries(queries: readonly ChainQuery[], maxBytes: number): RawBuilder<{ data: string | null }> {
  let count = 0
  const nextAlias = () => `t${count++}`
  return sql<{ data: string | null }>`${sql.raw(UNPREPARED)}
    select case when octet_length(data) <= ${maxBytes} then data end as data
    from (select (${object(queries.map((query) => [query.key, compileRoot(query, nextAlias)]))})::text as data offset 0) answer`
}

type Pair = readonly [key: string, value: RawBuilder<unknown>]

function object(pairs: readonly Pair[]): RawBuilder<unknown> {
  return sql`json_build_object(${sql.join(pairs.map(([key, value]) => sql`${key}::text, ${value}`))})`
}

function compileRoot(query: ChainQuery, nextAlias: NextAlias): RawBuilder<unknown> {
  if (query.kind === 'constant') return sql`${query.value}::text`
  const table = chainTable(query.table)
  if (query.kind === 'rows') return list(table, query.args, query.fields, nextAlias)
  if (query.kind === 'one') return sql`(${list(table, query.args, query.fields, nextAlias)} -> 0)`
  return object(query.parts.map((part) => [part.key, compilePart(table, query.args, part, nextAlias)]))
}

function compilePart(
  table: ChainTable,
  args: RowArguments,
  part: AggregatePart,
  nextAlias: NextAlias,
): RawBuilder<unknown> {
  if (part.kind === 'constant') return sql`${part.value}::text`
  if (part.kind === 'nodes') {
    const listed = { ...args, limit: Math.min(args.limit, part.limit) }
    return list(table, listed, part.fields, nextAlias)
  }
  const alias = nextAlias()
  const fields = object(part.fields.map((field) => [field.key, aggregate(alias, field)]))
  return sql`(select ${fields} from (${rows(table, args, nextAlias)}) as ${sql.id(alias)})`
}

const FUNCTIONS: Readonly<Record<AggregateFunction, RawBuilder<unknown>>> = {
  sum: sql`sum`,
  avg: sql`avg`,
  max: sql`max`,
  min: sql`min`,
}

function aggregate(alias: string, field: AggregateField): RawBuilder<unknown> {
  if (field.kind === 'constant') return sql`${field.value}::text`
  if (field.kind === 'function') {
    return object(
      field.fields.map((each): Pair => {
        if (each.kind === 'constant') return [each.key, sql`${each.value}::text`]
        return [each.key, sql`${FUNCTIONS[field.name]}(${sql.ref(`${alias}.${each.column}`)})`]
      }),
    )
  }
  if (field.columns.length === 0) return sql`count(*)`
  const columns = sql.join(field.columns.map((column) => sql.ref(`${alias}.${column}`)))
  const counted = field.columns.length === 1 ? columns : sql`(${columns})`
  return field.distinct ? sql`count(distinct ${counted})` : sql`count(${counted})`
}

function list(
  table: ChainTable,
  args: RowArguments,
  fields: readonly RowField[],
  nextAlias: NextAlias,
  join?: Join,
): RawBuilder<unknown> {
  const alias = nextAlias()
  return sql`(select coalesce(json_agg(${row(table, alias, fields, nextAlias)}), '[]'::json)
    from (${rows(table, args, nextAlias, join)}) as ${sql.id(alias)})`
}

/** The join of rows to their parent: their column, and its value. */
interface Join {
  readonly column: string
  readonly value: RawBuilder<unknown>
}

/** Returns the rows of a table that the arguments choose, ordered and cut. */
function rows(table: ChainTable, args: RowArguments, nextAlias: NextAlias, join?: Join): RawBuilder<unknown> {
  const alias = nextAlias()
  const isTied = join === undefined ? sql`true` : sql`${sql.ref(`${alias}.${join.column}`)} = ${join.value}`
  const distinct = args.distinctOn.map((column) => sql.ref(`${alias}.${column}`))
  const order = args.orderBy.flatMap((each) => orderTerms(table, alias, each, nextAlias))
  return sql`select ${distinct.length > 0 ? sql`distinct on (${sql.join(distinct)})` : sql``} ${sql.id(alias)}.*
    from ${sql.raw(table.from)} as ${sql.id(alias)}
    where ${isTied} and ${compileWhere(table, alias, args.where, nextAlias)}
    ${order.length > 0 ? sql`order by ${sql.join(order)}` : sql``}
    limit ${args.limit} offset ${args.offset}`
}

function row(table: ChainTable, alias: string, fields: readonly RowField[], nextAlias: NextAlias): RawBuilder<unknown> {
  return object(
    fields.map((field): Pair => {
      if (field.kind === 'constant') return [field.key, sql`${field.value}::text`]
      if (field.kind === 'column') return [field.key, sql.ref(`${alias}.${field.column}`)]
      if (field.args !== null)
        return [field.key, many(table, alias, field.relation, field.args, field.fields, nextAlias)]
      return [
        field.key,
        related(table, alias, field.relation, (there, inner) => row(there, inner, field.fields, nextAlias), nextAlias),
      ]
    }),
  )
}

/** Returns the rows that a relation leads to. */
function many(
  table: ChainTable,
  alias: string,
  name: string,
  args: RowArguments,
  fields: readonly RowField[],
  nextAlias: NextAlias,
): RawBuilder<unknown> {
  const relation = table.relations[name]
  if (relation === undefined) throw new TypeError(`${table.name} has no relation ${name}.`)
  const [from, column] = relation.on
  return list(chainTable(relation.table), args, fields, nextAlias, { column, value: sql.ref(`${alias}.${from}`) })
}

/** Returns a value of the one row that a relation leads to; null where there is none. */
function related(
  table: ChainTable,
  alias: string,
  name: string,
  value: (there: ChainTable, inner: string) => RawBuilder<unknown>,
  nextAlias: NextAlias,
): RawBuilder<unknown> {
  const relation = table.relations[name]
  if (relation === undefined) throw new TypeError(`${table.name} has no relation ${name}.`)
  const there = chainTable(relation.table)
  const inner = nextAlias()
  const [from, to] = relation.on
  return sql`(select ${value(there, inner)} from ${sql.raw(there.from)} as ${sql.id(inner)}
    where ${sql.ref(`${inner}.${to}`)} = ${sql.ref(`${alias}.${from}`)} limit 1)`
}

const DIRECTIONS: Readonly<Record<OrderDirection, string>> = {
  asc: 'asc',
  asc_nulls_first: 'asc nulls first',
  asc_nulls_last: 'asc nulls last',
  desc: 'desc',
  desc_nulls_first: 'desc nulls first',
  desc_nulls_last: 'desc nulls last',
}

function orderTerms(table: ChainTable, alias: string, order: OrderBy, nextAlias: NextAlias): RawBuilder<unknown>[] {
  return Object.entries(order).flatMap(([name, direction]) => {
    if (direction === null || direction === undefined) return []
    return leaves(direction).map(
      ({ path, to }) => sql`${orderValue(table, alias, [name, ...path], nextAlias)} ${sql.raw(DIRECTIONS[to])}`,
    )
  })
}

/** Returns columns below a relation, with their directions. */
function leaves(direction: OrderDirection | OrderBy): readonly { path: readonly string[]; to: OrderDirection }[] {
  if (typeof direction === 'string') return [{ path: [], to: direction }]
  return Object.entries(direction).flatMap(([name, next]) =>
    next === null || next === undefined ? [] : leaves(next).map(({ path, to }) => ({ path: [name, ...path], to })),
  )
}

function orderValue(
  table: ChainTable,
  alias: string,
  [name, ...rest]: readonly string[],
  nextAlias: NextAlias,
): RawBuilder<unknown> {
  if (name === undefined) throw new TypeError('An order names no column.')
  if (rest.length === 0) return sql.ref(`${alias}.${name}`)
  return related(table, alias, name, (there, inner) => orderValue(there, inner, rest, nextAlias), nextAlias)
}

/**
 * Answers the root fields of one GraphQL operation, from one snapshot.
 * @returns the `data` object as JSON text; null where it is larger than the limit.
 * @throws QueryTooSlowError
 */
export async function readChainQueries(
  reader: Reader,
  queries: readonly ChainQuery[],
  limits: ChainAnswerLimits,
): Promise<string | null> {
  if (queries.length === 0) return '{}'
  const statement = compileChainQueries(queries, limits.bytes)
  return (await withTimeLimit(reader, limits.milliseconds, (limited) => readRow(limited, statement)))?.data ?? null
}

/** Limits of the answer to one operation. */
export interface ChainAnswerLimits {
  readonly milliseconds: number
  readonly bytes: number
}
