import { hash } from 'node:crypto'
import pg from 'pg'
import { arrayLiteral } from './array-literal.ts'
import { StatementGroup } from './statement-group.ts'

/** Statements without parameters that join a group. */
const TRANSACTION_STATEMENTS: ReadonlySet<string> = new Set(['begin', 'commit', 'rollback'])

/**
 * Prepares each statement with parameters once a connection: for a program with a few hundred fixed statements, as parsing and
 * planning cost more than executing most of them. Not for texts made of user input.
 *
 * Statements that are sent in one tick are one {@link StatementGroup}.
 */
export class PreparingClient extends pg.Client {
  /** Names by text. */
  readonly #names = new Map<string, string>()
  readonly #types: pg.CustomTypesConfig | undefined
  #group: StatementGroup | null = null

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.#types = typeof config === 'object' ? config.types : undefined
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's ten overloads are passed on as they are
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    const isPlain = typeof text === 'string' && Array.isArray(values) && rest.length === 0
    if (isPlain && values.length > 0)
      return this.#join(text, { name: this.#nameOf(text), values: values.map(toParameter) })
    if (isPlain && TRANSACTION_STATEMENTS.has(text)) return this.#join(text, {})
    this.#group?.close()
    this.#group = null
    return this.#pass(args)
  }

  #join(text: string, of: Pick<pg.QueryConfig, 'name' | 'values'>): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const statement = new pg.Query(text, (error, result) => (error ? reject(error) : resolve(result)))
    // Given to it as one object they would be copied by their descriptors, which takes longer than all else that is done here.
    Object.assign(statement, of)
    if (this.#types !== undefined) setTypes(statement, this.#types)
    this.#openGroup().add(statement)
    return promise
  }

  #openGroup(): StatementGroup {
    if (this.#group !== null) return this.#group
    const group = new StatementGroup()
    this.#group = group
    this.#pass([group])
    process.nextTick(() => {
      if (this.#group === group) this.#group = null
      group.close()
    })
    return group
  }

  #pass(args: unknown[]): unknown {
    return (super.query as (...passed: unknown[]) => unknown).apply(this, args)
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = hash('sha256', text, 'hex').slice(0, 32)
    this.#names.set(text, name)
    return name
  }
}

/** As the driver's client does with a query that comes without. */
function setTypes(statement: pg.Query, types: pg.CustomTypesConfig): void {
  const { _result: result } = statement as unknown as { readonly _result: { _types: pg.CustomTypesConfig } }
  result._types = types
}

function toParameter(value: unknown): unknown {
  return Array.isArray(value) ? (arrayLiteral(value) ?? value) : value
}
