import { hash } from 'node:crypto'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { type Reader, typedFaults } from './read-rows.ts'

/** Value of a parameter. */
type ParamValue = string | number | bigint | boolean | null | readonly string[]

/** The store's prepared pool, or any other reader. */
type StatementReader = Reader & Partial<Store['preparedPool']>

/** Runs a statement with the values of its parameters. @throws QueryTooSlowError */
export type PreparedStatement<Name extends string, Row> = (
  reader: StatementReader,
  values: Readonly<Record<Name, ParamValue>>,
) => Promise<readonly Row[]>

class Param {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles a statement once, at its first use, for hot queries: compiling takes longer than executing them. Parameters are named, and
 * given at each run.
 */
export function preparedStatement<Name extends string, Row>(
  names: readonly Name[],
  build: (params: Readonly<Record<Name, RawBuilder<unknown>>>) => RawBuilder<Row>,
): PreparedStatement<Name, Row> {
  let compiled: CompiledQuery<Row> | null = null
  let statementName = ''
  const compile = (reader: Reader): CompiledQuery<Row> => {
    const params = Object.fromEntries(names.map((name) => [name, sql.val(new Param(name))]))
    const query = build(params as Record<Name, RawBuilder<unknown>>).compile(reader.db)
    statementName = hash('sha256', query.sql, 'hex').slice(0, 32)
    return query
  }
  return async (reader, values) => {
    compiled ??= compile(reader)
    const parameters = compiled.parameters.map((one) => (one instanceof Param ? values[one.name as Name] : one))
    if (reader.pipelines !== undefined)
      return typedFaults(reader.pipelines.query<Row>({ name: statementName, text: compiled.sql, values: parameters }))
    return (await typedFaults(reader.db.executeQuery<Row>({ ...compiled, parameters }))).rows
  }
}

/** Statements by the variant of their text, each compiled once. */
export class StatementVariants<Name extends string, Row> {
  readonly #cached = new Map<string, PreparedStatement<Name, Row>>()

  /** Returns the variant's statement. @param build called again for each use of a variant beyond the first {@link MAX_VARIANTS}. */
  get(variant: string, build: () => PreparedStatement<Name, Row>): PreparedStatement<Name, Row> {
    const cached = this.#cached.get(variant)
    if (cached !== undefined) return cached
    const built = build()
    if (this.#cached.size < MAX_VARIANTS) this.#cached.set(variant, built)
    return built
  }
}

const MAX_VARIANTS = 200

/** Rows of pages that have a statement of their own: those of our own pages, with the row that only says whether there are more. */
const PAGE_ROWS = [2, 11, 21, 31, 41, 51, 61, 81, 101] as const

/**
 * Returns how many rows a prepared statement reads for a page. A caller may ask for any number, and each would be a statement that the
 * server holds a plan of: a page of an unusual size is cut from a larger one.
 */
export function rowsOfPage(take: number): number {
  return PAGE_ROWS.find((rows) => rows >= take) ?? take
}
