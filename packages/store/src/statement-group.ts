import pg from 'pg'

/** What the driver does with a query of its own, and does not tell the compiler. */
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

/** What a prepared statement's rows look like, as the server told the first time: null for a statement without rows. */
type Shapes = Map<string, unknown>
const shapes = new WeakMap<object, Shapes>()

function shapesOf(connection: DriverConnection): Shapes {
  const known = shapes.get(connection) ?? new Map<string, unknown>()
  shapes.set(connection, known)
  return known
}

const NOTHING = { value: () => undefined }
const SILENCED = { sync: NOTHING }
const SILENCED_TWICE = { sync: NOTHING, describe: NOTHING }

/** So much is sent without waiting for the end of the group. */
const ENOUGH_TO_SEND = 16 * 1024

/**
 * Statements that the server answers all at once: one packet and one turn of both programs, where each by itself costs more
 * than many of them take. They are executed in order, as they arrive; outside a transaction all or none of them. When one
 * fails, all are told so, and the server passes over the rest.
 */
export class StatementGroup extends pg.Query {
  readonly #statements: DriverQuery[] = []
  #connection: DriverConnection | null = null
  #isClosed = false
  /** How many have been answered. */
  #done = 0
  /** Has the statement at work been told what its rows look like? */
  #isDescribed = false

  constructor() {
    super('')
    // The driver calls these by name on whatever query is at work.
    const driver: Omit<DriverQuery, 'name' | 'text' | 'prepare'> & { submit(connection: DriverConnection): void } = {
      submit: (connection) => this.#submit(connection),
      handleRowDescription: (message) => this.#describe(message),
      handleDataRow: (message) => {
        if (!this.#isDescribed) this.#describe(this.#knownShape())
        this.#current?.handleDataRow(message)
      },
      handleCommandComplete: (message, connection) => {
        this.#rememberShape(null)
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
    // The driver remembers what has been prepared by the name and text of the query at work.
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
    const isKnown = query.name !== undefined && shapesOf(connection).has(query.name)
    // The driver would ask for the answers of each, and each time what they look like.
    query.prepare(Object.create(connection, isKnown ? SILENCED_TWICE : SILENCED))
    if (connection.stream.writableLength < ENOUGH_TO_SEND) return
    connection.stream.uncork()
    connection.stream.cork()
  }

  #describe(message: unknown): void {
    this.#isDescribed = true
    this.#rememberShape(message)
    this.#current?.handleRowDescription(message)
  }

  #knownShape(): unknown {
    const name = this.#current?.name
    return this.#connection === null || name === undefined ? null : shapesOf(this.#connection).get(name)
  }

  /** The first time only: no rows are described to one of which it is known. */
  #rememberShape(message: unknown): void {
    const name = this.#current?.name
    if (this.#connection === null || name === undefined) return
    const known = shapesOf(this.#connection)
    if (!known.has(name)) known.set(name, message)
  }

  #end(connection: DriverConnection): void {
    connection.sync()
    connection.stream.uncork()
  }

  #fail(error: unknown, connection: DriverConnection): void {
    for (const { name } of this.#statements) {
      // Passed over, it was not prepared either.
      if (name !== undefined && !(name in connection.parsedStatements)) delete connection.submittedNamedStatements[name]
    }
    for (const statement of this.#statements) statement.handleError(error, connection)
  }
}
