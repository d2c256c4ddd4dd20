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
import type { ChainRelation } from './chain-table.ts'
import { chainTable } from './chain-tables.ts'
import { compileWhere, type NextAlias, rowsBehind, rowsOf, type TableRows } from './compile-where.ts'

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
  if (query.kind === 'aggregate')
    return object(query.parts.map((part) => [part.key, compilePart(rowsOf(table, nextAlias), query.args, part)]))
  const rows = list(rowsOf(table, nextAlias), query.args, query.fields)
  return query.kind === 'one' ? sql`(${rows} -> 0)` : rows
}

function compilePart(rows: TableRows, args: RowArguments, part: AggregatePart): RawBuilder<unknown> {
  if (part.kind === 'constant') return sql`${part.value}::text`
  if (part.kind === 'nodes') return list(rows, { ...args, limit: Math.min(args.limit, part.limit) }, part.fields)
  const fields = object(part.fields.map((field) => [field.key, aggregate(rows.alias, field)]))
  return sql`(select ${fields} from (${chosen(rows, args)}) as ${sql.id(rows.alias)})`
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

/** Returns the rows that arguments choose, as a list of objects. */
function list(rows: TableRows, args: RowArguments, fields: readonly RowField[], join?: Join): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(${row(rows, fields)}), '[]'::json)
    from (${chosen(rows, args, join)}) as ${sql.id(rows.alias)})`
}

/** The join of rows to their parent: their column, and its value. */
interface Join {
  readonly column: string
  readonly value: RawBuilder<unknown>
}

/** Returns the rows of a table that the arguments choose, ordered and cut. */
function chosen({ table, nextAlias }: TableRows, args: RowArguments, join?: Join): RawBuilder<unknown> {
  const rows = rowsOf(table, nextAlias)
  const { alias } = rows
  const isTied = join === undefined ? sql`true` : sql`${sql.ref(`${alias}.${join.column}`)} = ${join.value}`
  const distinct = args.distinctOn.map((column) => sql.ref(`${alias}.${column}`))
  const order = args.orderBy.flatMap((each) => orderTerms(rows, each))
  return sql`select ${distinct.length > 0 ? sql`distinct on (${sql.join(distinct)})` : sql``} ${sql.id(alias)}.*
    from ${sql.raw(table.from)} as ${sql.id(alias)}
    where ${isTied} and ${compileWhere(rows, args.where)}
    ${order.length > 0 ? sql`order by ${sql.join(order)}` : sql``}
    limit ${args.limit} offset ${args.offset}`
}

function row(rows: TableRows, fields: readonly RowField[]): RawBuilder<unknown> {
  return object(
    fields.map((field): Pair => {
      if (field.kind === 'constant') return [field.key, sql`${field.value}::text`]
      if (field.kind === 'column') return [field.key, sql.ref(`${rows.alias}.${field.column}`)]
      if (field.args !== null) return [field.key, many(rows, field.relation, field.args, field.fields)]
      return [field.key, related(rows, field.relation, (there) => row(there, field.fields))]
    }),
  )
}

/** Returns the rows that a relation leads to. */
function many(rows: TableRows, name: string, args: RowArguments, fields: readonly RowField[]): RawBuilder<unknown> {
  const { table, on } = relationOf(rows, name)
  const [from, column] = on
  const there = rowsOf(chainTable(table), rows.nextAlias)
  return list(there, args, fields, { column, value: sql.ref(`${rows.alias}.${from}`) })
}

/** Returns a value of the one row that a relation leads to; null where there is none. */
function related(rows: TableRows, name: string, value: (there: TableRows) => RawBuilder<unknown>): RawBuilder<unknown> {
  const { there, isJoined } = rowsBehind(rows, relationOf(rows, name))
  return sql`(select ${value(there)} from ${sql.raw(there.table.from)} as ${sql.id(there.alias)}
    where ${isJoined} limit 1)`
}

function relationOf({ table }: TableRows, name: string): ChainRelation {
  const relation = table.relations[name]
  if (relation === undefined) throw new TypeError(`${table.name} has no relation ${name}.`)
  return relation
}

const DIRECTIONS: Readonly<Record<OrderDirection, string>> = {
  asc: 'asc',
  asc_nulls_first: 'asc nulls first',
  asc_nulls_last: 'asc nulls last',
  desc: 'desc',
  desc_nulls_first: 'desc nulls first',
  desc_nulls_last: 'desc nulls last',
}

function orderTerms(rows: TableRows, order: OrderBy): RawBuilder<unknown>[] {
  return Object.entries(order).flatMap(([name, direction]) => {
    if (direction === null || direction === undefined) return []
    return leaves(direction).map(({ path, to }) => sql`${orderValue(rows, [name, ...path])} ${sql.raw(DIRECTIONS[to])}`)
  })
}

/** Returns columns below a relation, with their directions. */
function leaves(direction: OrderDirection | OrderBy): readonly { path: readonly string[]; to: OrderDirection }[] {
  if (typeof direction === 'string') return [{ path: [], to: direction }]
  return Object.entries(direction).flatMap(([name, next]) =>
    next === null || next === undefined ? [] : leaves(next).map(({ path, to }) => ({ path: [name, ...path], to })),
  )
}

function orderValue(rows: TableRows, [name, ...rest]: readonly string[]): RawBuilder<unknown> {
  if (name === undefined) throw new TypeError('An order names no column.')
  if (rest.length === 0) return sql.ref(`${rows.alias}.${name}`)
  return related(rows, name, (there) => orderValue(there, rest))
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
