import pg from 'pg'

/** What the driver calls on a query, beyond its published types. */
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
 * Statements that the server answers together, in one packet: alone, sending each would cost more than executing it. They are executed
 * in order as they arrive; outside a transaction all or none of them. When one fails, all of them fail, and the server skips the rest.
 */
export class StatementGroup extends pg.Query {
  readonly #statements: DriverQuery[] = []
  #connection: DriverConnection | null = null
  #isClosed = false
  /** How many have been answered. */
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

  /** Sends one more; not once the group is closed. */
  add(statement: pg.Query): void {
    const query = statement as unknown as DriverQuery
    this.#statements.push(query)
    if (this.#connection !== null) this.#send(query, this.#connection)
  }

  /** Asks for the answers. */
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
    // The driver would send a sync for each, and ask for each row description again.
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

  /** Caches it the first time only: later executions do not ask for it. */
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
