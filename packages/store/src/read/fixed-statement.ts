import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Reader, typedFaults } from './read-rows.ts'

/** What can be told to a statement. */
type Told = string | number | bigint | boolean | null | readonly string[]

/** Runs a statement with the values of its places. @throws QueryTooSlowError */
export type FixedStatement<Name extends string, Row> = (
  reader: Reader,
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
  const compile = (reader: Reader): CompiledQuery<Row> => {
    const places = Object.fromEntries(names.map((name) => [name, sql.val(new Place(name))]))
    return build(places as Record<Name, RawBuilder<unknown>>).compile(reader.db)
  }
  return async (reader, values) => {
    compiled ??= compile(reader)
    const parameters = compiled.parameters.map((one) => (one instanceof Place ? values[one.name as Name] : one))
    const { rows } = await typedFaults(reader.db.executeQuery<Row>({ ...compiled, parameters }))
    return rows
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
