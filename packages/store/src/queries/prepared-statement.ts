import { hash } from 'node:crypto'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { type Reader, typedFaults } from './read-rows.ts'

/** What can be told to a statement. */
type Told = string | number | bigint | boolean | null | readonly string[]

/** The store's steady connections, or any other. */
type LaneReader = Reader & Partial<Store['steady']>

/** Runs a statement with the values of its places. @throws QueryTooSlowError */
export type FixedStatement<Name extends string, Row> = (
  reader: LaneReader,
  values: Readonly<Record<Name, Told>>,
) => Promise<readonly Row[]>

class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement whose text is put together once, at its first use: for those that are said thousands of times a second, where
 * making the text anew takes longer than answering it. Its values have names and are told when it runs.
 */
export function fixedStatement<Name extends string, Row>(
  names: readonly Name[],
  build: (places: Readonly<Record<Name, RawBuilder<unknown>>>) => RawBuilder<Row>,
): FixedStatement<Name, Row> {
  let compiled: CompiledQuery<Row> | null = null
  let name = ''
  const compile = (reader: Reader): CompiledQuery<Row> => {
    const places = Object.fromEntries(names.map((one) => [one, sql.val(new Place(one))]))
    const made = build(places as Record<Name, RawBuilder<unknown>>).compile(reader.db)
    name = hash('sha256', made.sql, 'hex').slice(0, 32)
    return made
  }
  return async (reader, values) => {
    compiled ??= compile(reader)
    const parameters = compiled.parameters.map((one) => (one instanceof Place ? values[one.name as Name] : one))
    if (reader.lanes !== undefined)
      return typedFaults(reader.lanes.ask<Row>({ name, text: compiled.sql, values: parameters }))
    return (await typedFaults(reader.db.executeQuery<Row>({ ...compiled, parameters }))).rows
  }
}

/** Statements of one kind by the shape that their text has: few, and made once each. */
export class StatementsByShape<Name extends string, Row> {
  readonly #known = new Map<string, FixedStatement<Name, Row>>()

  /** @param make the statement of this shape; asked again and again only where somebody asks for ever new shapes. */
  of(shape: string, make: () => FixedStatement<Name, Row>): FixedStatement<Name, Row> {
    const known = this.#known.get(shape)
    if (known !== undefined) return known
    const made = make()
    if (this.#known.size < MOST_SHAPES) this.#known.set(shape, made)
    return made
  }
}

const MOST_SHAPES = 200
