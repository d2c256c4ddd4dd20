import { hash } from 'node:crypto'
import pg from 'pg'

/** Members of a query that the driver calls, beyond its published types. */
interface DriverQuery {
  readonly name?: string
  readonly text: string
  prepare(connection: DriverConnection): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: DriverConnection): void
  handleReadyForQuery(connection: DriverConnection): void
  handleError(error: unknown, connection: DriverConnection): void
}

type DriverConnection = pg.Connection & {
  readonly parsedStatements: Readonly<Record<string, string>>
  readonly submittedNamedStatements: Record<string, string>
}

/** Row descriptions of prepared statements, as the server sent them the first time: null for a statement without rows. */
type RowDescriptions = Map<string, unknown>
const descriptions = new WeakMap<object, RowDescriptions>()

function descriptionsOf(connection: DriverConnection): RowDescriptions {
  const known = descriptions.get(connection) ?? new Map<string, unknown>()
  descriptions.set(connection, known)
  return known
}

const NOTHING = { value: () => undefined }
const SILENCED = { sync: NOTHING }
const SILENCED_TWICE = { sync: NOTHING, describe: NOTHING }

/** Bytes that are sent without waiting for the end of the group. */
const FLUSH_BYTES = 16 * 1024

/**
 * Statements that the server answers together, in one packet: sending each alone would cost more than executing
 * it. Executed in order; outside a transaction all or none of them. When one fails, all fail, and the server skips
 * the rest.
 */
export class StatementGroup extends pg.Query {
  readonly #statements: DriverQuery[] = []
  #connection: DriverConnection | null = null
  #isClosed = false
  /** Number of statements answered. */
  #done = 0
  /** Whether the current statement has its row description. */
  #isDescribed = false

  constructor() {
    super('')
    // The driver calls these by name on the current query.
    const driver: Omit<DriverQuery, 'name' | 'text' | 'prepare'> & { submit(connection: DriverConnection): void } = {
      submit: (connection) => this.#submit(connection),
      handleRowDescription: (message) => this.#describe(message),
      handleDataRow: (message) => {
        if (!this.#isDescribed) this.#describe(this.#knownDescription())
        this.#current?.handleDataRow(message)
      },
      handleCommandComplete: (message, connection) => {
        this.#cacheDescription(null)
        this.#current?.handleCommandComplete(message, connection)
        this.#done += 1
        this.#isDescribed = false
      },
      handleReadyForQuery: (connection) => {
        for (const statement of this.#statements) statement.handleReadyForQuery(connection)
      },
      handleError: (error, connection) => this.#fail(error, connection),
    }
    Object.assign(this, driver)
    // The driver records what has been prepared by the name and text of the current query.
    Object.defineProperties(this, {
      name: { get: () => this.#current?.name },
      text: { get: () => this.#current?.text },
    })
  }

  /** Adds a statement; refused once the group is closed. */
  add(statement: pg.Query): void {
    const query = statement as unknown as DriverQuery
    this.#statements.push(query)
    if (this.#connection !== null) this.#send(query, this.#connection)
  }

  /** Requests the answers. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#connection !== null) this.#end(this.#connection)
  }

  get #current(): DriverQuery | undefined {
    return this.#statements[this.#done]
  }

  #submit(connection: DriverConnection): void {
    this.#connection = connection
    connection.stream.cork()
    for (const query of this.#statements) this.#send(query, connection)
    if (this.#isClosed) this.#end(connection)
  }

  #send(query: DriverQuery, connection: DriverConnection): void {
    const isKnown = query.name !== undefined && descriptionsOf(connection).has(query.name)
    // The driver would send a sync for each, and request each row description again.
    query.prepare(Object.create(connection, isKnown ? SILENCED_TWICE : SILENCED))
    if (connection.stream.writableLength < FLUSH_BYTES) return
    connection.stream.uncork()
    connection.stream.cork()
  }

  #describe(message: unknown): void {
    this.#isDescribed = true
    this.#cacheDescription(message)
    this.#current?.handleRowDescription(message)
  }

  #knownDescription(): unknown {
    const name = this.#current?.name
    return this.#connection === null || name === undefined ? null : descriptionsOf(this.#connection).get(name)
  }

  /** Caches the description the first time only: later executions do not request it. */
  #cacheDescription(message: unknown): void {
    const name = this.#current?.name
    if (this.#connection === null || name === undefined) return
    const known = descriptionsOf(this.#connection)
    if (!known.has(name)) known.set(name, message)
  }

  #end(connection: DriverConnection): void {
    connection.sync()
    connection.stream.uncork()
  }

  #fail(error: unknown, connection: DriverConnection): void {
    for (const { name } of this.#statements) {
      // Skipped, so it was not prepared either.
      if (name !== undefined && !(name in connection.parsedStatements)) delete connection.submittedNamedStatements[name]
    }
    for (const statement of this.#statements) statement.handleError(error, connection)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what JSON escapes beside quotes and backslashes
const CONTROL = /[\u0000-\u001f]/

/**
 * Formats an array as a PostgreSQL literal, for texts, numbers, booleans and nulls: as the driver does, in a third
 * of the time, which counts for statements with a dozen arrays of thousands.
 * @returns null when the array holds other types, which the driver formats.
 */
export function arrayLiteral(values: readonly unknown[]): string | null {
  let literal = '{'
  let separator = ''
  for (const value of values) {
    const element = elementOf(value)
    if (element === null) return null
    literal += separator + element
    separator = ','
  }
  return `${literal}}`
}

function elementOf(value: unknown): string | null {
  if (typeof value === 'string') return quoted(value)
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'bigint' || typeof value === 'boolean') return value.toString()
  return typeof value === 'number' ? value.toString() : null
}

/** JSON escapes the same two characters in the same way, and others that PostgreSQL takes unescaped. */
function quoted(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`
  if (!CONTROL.test(text) && text.isWellFormed()) return JSON.stringify(text)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** Statements without parameters that join a group. */
const TRANSACTION_STATEMENTS: ReadonlySet<string> = new Set(['begin', 'commit', 'rollback'])

/**
 * Prepares each statement with parameters once a connection: for a program with a few hundred fixed statements, as
 * parsing and planning cost more than executing most of them. Not for texts built from user input. Statements that
 * are sent in one tick are one {@link StatementGroup}.
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
    // Passed as one object they would be copied by their descriptors, which takes longer than everything else here.
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

/** Sets the types as the driver's client does for a query without any. */
function setTypes(statement: pg.Query, types: pg.CustomTypesConfig): void {
  const { _result: result } = statement as unknown as { readonly _result: { _types: pg.CustomTypesConfig } }
  result._types = types
}

function toParameter(value: unknown): unknown {
  return Array.isArray(value) ? (arrayLiteral(value) ?? value) : value
}

/** Uses after which a statement is prepared. */
const MIN_USES = 3
/** Prepared statements of one connection. */
const MAX_PREPARED = 400
/** Texts whose uses are counted at a time. */
const MAX_COUNTED = 4_000

/**
 * Prepares only statements that repeat: for a program with a few hundred fixed statements and others built from
 * user input. Statements that never repeat take no memory.
 */
export class RepeatedPreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  #uses = new Map<string, number>()

  // biome-ignore lint/suspicious/noExplicitAny: the driver's ten overloads are passed on as they are
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    const pass = super.query as (...passed: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return pass.apply(this, args)
    const name = this.#names.get(text) ?? this.#nameIfRepeated(text)
    return name === null ? pass.apply(this, args) : pass.apply(this, [{ name, text, values }, ...rest])
  }

  #nameIfRepeated(text: string): string | null {
    if (this.#names.size >= MAX_PREPARED) return null
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < MIN_USES) {
      if (this.#uses.size >= MAX_COUNTED) this.#uses = new Map()
      this.#uses.set(text, uses)
      return null
    }
    this.#uses.delete(text)
    const name = hash('sha256', text, 'hex').slice(0, 32)
    this.#names.set(text, name)
    return name
  }
}
