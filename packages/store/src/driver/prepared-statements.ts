import { hash } from 'node:crypto'
import pg from 'pg'

/** Number of uses after which a statement is prepared. */
const MIN_USES = 3
/** Largest number of prepared statements on one connection, and of their characters together: each may take a hundred bytes of the server's memory. */
const MAX_PREPARED = 400
const MAX_PREPARED_LENGTH = 2_000_000
/** Largest number of texts whose uses are counted, and of their characters together: each connection holds them. */
const MAX_COUNTED = 4_000
const MAX_COUNTED_LENGTH = 2_000_000

/** Begins statements that are never prepared, however often they repeat: callers choose their text, and each would keep its memory. */
export const UNPREPARED = '/* unprepared */'

/** A statement that its caller has named, to be prepared at its first use. */
interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values?: readonly unknown[]
}

/**
 * Prepares parameterized statements from their third use on a connection, because parsing and planning mostly cost more than
 * execution. Statements that never repeat take no memory. Named ones are prepared at once, within the same bounds: clients choose how
 * many rows a page has, and with it the statement's text.
 */
export class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  /** Characters of the prepared texts. */
  #preparedLength = 0
  #uses = new Map<string, number>()
  /** Characters of the counted texts. */
  #countedLength = 0

  // biome-ignore lint/suspicious/noExplicitAny: the driver's ten overloads are passed on as they are
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    const pass = super.query as (...passed: unknown[]) => unknown
    if (isNamed(text)) return pass.apply(this, [this.#hasPlace(text) ? text : unnamed(text), ...args.slice(1)])
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return pass.apply(this, args)
    if (text.startsWith(UNPREPARED)) return pass.apply(this, args)
    const name = this.#names.get(text) ?? this.#nameIfRepeated(text)
    return name === null ? pass.apply(this, args) : pass.apply(this, [{ name, text, values }, ...rest])
  }

  /** Returns whether a named statement is prepared on this connection, or may be. */
  #hasPlace({ name, text }: NamedStatement): boolean {
    if (this.#names.has(text)) return true
    if (this.#isFullFor(text)) return false
    this.#prepare(text, name)
    return true
  }

  #isFullFor(text: string): boolean {
    return this.#names.size >= MAX_PREPARED || this.#preparedLength + text.length > MAX_PREPARED_LENGTH
  }

  #prepare(text: string, name: string): void {
    this.#names.set(text, name)
    this.#preparedLength += text.length
  }

  #nameIfRepeated(text: string): string | null {
    if (this.#isFullFor(text)) return null
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < MIN_USES) {
      if (uses === 1) this.#makeRoom(text)
      this.#uses.set(text, uses)
      return null
    }
    this.#uses.delete(text)
    this.#countedLength -= text.length
    const name = hash('sha256', text, 'hex').slice(0, 32)
    this.#prepare(text, name)
    return name
  }

  #makeRoom(text: string): void {
    if (this.#uses.size >= MAX_COUNTED || this.#countedLength + text.length > MAX_COUNTED_LENGTH) {
      this.#uses = new Map()
      this.#countedLength = 0
    }
    this.#countedLength += text.length
  }
}

function isNamed(statement: unknown): statement is NamedStatement {
  const { name, text } = (statement ?? {}) as Partial<NamedStatement>
  return typeof name === 'string' && typeof text === 'string'
}

function unnamed({ name: _, ...statement }: NamedStatement): Omit<NamedStatement, 'name'> {
  return statement
}
