import type { BoolExp, ChainQuery, OrderBy } from '@opal/store/queries/chain-graphql/chain-query'
import { isPlainText } from '../../trait-filter/name-pattern.ts'
import { argumentParts } from '../argument-parts.ts'

/** An error as Hasura words it; always sent with HTTP 200. */
export class ChainGraphqlError extends Error {
  override readonly name = 'ChainGraphqlError'
  readonly code: string
  /** JSON path into the request, e.g. `$.selectionSet.x`. */
  readonly path: string

  constructor(message: string, code = 'validation-failed', path = '$') {
    super(message)
    this.code = code
    this.path = path
  }
}

/** Returns the body that carries errors. */
export function errorsBody(errors: readonly ChainGraphqlError[]): string {
  return JSON.stringify({
    errors: errors.map(({ message, code, path }) => ({ message, extensions: { path, code } })),
  })
}

/** Limits of one operation. Rows as on Aptos' own indexer; the others bound the cost of a query. */
export const LIMITS = {
  /** Longest request body, bytes. */
  bodyBytes: 64 * 1024,
  tokens: 3_000,
  operations: 10,
  fragments: 50,
  rootFields: 50,
  /** Fields of one selection. */
  fields: 45,
  depth: 8,
  /** Fields of all selections together, fragments spread: nesting multiplies what one selection may hold. */
  allFields: 2_000,
  /** More rows are cut off, silently, as there. */
  rows: 100,
  /** Rows of a relation to many, times those of the rows they belong to. */
  nestedRows: 10_000,
  /** Fields of all rows: what one row selects counts as often as there may be rows. */
  allValues: 100_000,
  answerBytes: 8_000_000,
  maxOffset: 100_000,
  /** Conditions of one where. */
  conditions: 200,
  conditionDepth: 12,
  /** Columns of one order_by, those of relations included: each of the latter is looked up for each row. */
  orderColumns: 20,
  /** Characters of a regular expression. */
  pattern: 200,
  /** Regular expressions of one operation; patterns that are plain text do not count. */
  expressions: 3,
  listValues: 1_000,
  /** Characters of the name of a field in the answer, which each row repeats. */
  nameCharacters: 200,
  statementMs: 5_000,
  /** Parts of a plan for which an operation counts once against what a client may ask: the process does nothing else while it writes their SQL. */
  partsCounted: 2_000,
  /** How often the whole schema counts, and one type of it, which may be that of all tables: the process does nothing else while it lists them. */
  schemaCounted: 20,
  typeCounted: 5,
} as const

/** Returns how many values one of a column counts as, by how long it may be: a description has up to 8 kB, JSON 32 kB. */
export function valuesOf(column: string, scalar: string): number {
  if (scalar === 'jsonb') return 40
  return column === 'description' ? 10 : 1
}

/** Returns how often an operation counts against those that a client may send: by the fields and the parts of arguments of its plan. */
export function operationsOf(queries: readonly ChainQuery[]): number {
  const parts = queries.reduce((sum, query) => sum + partsOf(query), 0)
  return Math.max(1, Math.ceil(parts / LIMITS.partsCounted))
}

/** Each part of an aggregate has the arguments in its own SQL. */
function partsOf(query: ChainQuery): number {
  const parts = argumentParts(query, Number.POSITIVE_INFINITY)
  if (query.kind !== 'aggregate') return parts
  return parts + Math.max(0, query.parts.length - 1) * argumentParts(query.args, Number.POSITIVE_INFINITY)
}

/** @throws ChainGraphqlError when a where argument is too large or compares with null. */
export function checkConditions(where: BoolExp): void {
  let count = 0
  const visit = (value: unknown, depth: number): void => {
    if (depth > LIMITS.conditionDepth) throw new ChainGraphqlError('the where argument is nested too deeply')
    if (Array.isArray(value)) {
      if (value.length > LIMITS.listValues) throw new ChainGraphqlError('a list of the where argument is too long')
      for (const item of value) visit(item, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, next] of Object.entries(value)) {
        if (++count > LIMITS.conditions) throw new ChainGraphqlError('the where argument has too many conditions')
        if (isPattern(name) && typeof next === 'string' && next.length > LIMITS.pattern) {
          throw new ChainGraphqlError(`the pattern of '${name}' is too long`)
        }
        if (next === null) throw new ChainGraphqlError(`unexpected null value for '${name}'`)
        // The operand of a jsonb comparison is a value, not a condition.
        if (name !== '_contains' && name !== '_contained_in') visit(next, depth + 1)
      }
    }
  }
  visit(where, 0)
}

/** @throws ChainGraphqlError when an order_by argument names too many columns. */
export function checkOrder(orderBy: readonly OrderBy[]): void {
  const columnsOf = (order: OrderBy): number =>
    Object.values(order).reduce<number>(
      (sum, by) => sum + (typeof by === 'object' && by !== null ? columnsOf(by) : 1),
      0,
    )
  if (orderBy.reduce((sum, order) => sum + columnsOf(order), 0) > LIMITS.orderColumns)
    throw new ChainGraphqlError('the order_by argument names too many columns')
}

/** Returns whether an operator compares with a regular expression, which `similar to` is turned into. */
function isPattern(name: string): boolean {
  return name.endsWith('regex') || name.endsWith('similar')
}

/**
 * Counts the regular expressions of all conditions of an operation. Those that are plain text match quickly and do not count.
 * @throws ChainGraphqlError when there are too many.
 */
export function countExpressions(queries: readonly ChainQuery[]): number {
  const count = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + count(item), 0)
    if (typeof value !== 'object' || value === null) return 0
    return Object.entries(value).reduce((sum, [name, next]) => sum + (isExpression(name, next) ? 1 : count(next)), 0)
  }
  const expressions = count(queries)
  if (expressions > LIMITS.expressions) {
    throw new ChainGraphqlError(`the operation has more than ${LIMITS.expressions} regular expressions`)
  }
  return expressions
}

function isExpression(name: string, value: unknown): boolean {
  return isPattern(name) && typeof value === 'string' && !isPlainText(value)
}
