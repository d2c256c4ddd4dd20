import { hash } from 'node:crypto'
import pg from 'pg'

/** Number of uses after which a statement is prepared. */
const MIN_USES = 3
/** Largest number of prepared statements on one connection. */
const MAX_PREPARED = 400
/** Largest number of texts whose uses are counted, and of their characters together: each connection holds them. */
const MAX_COUNTED = 4_000
const MAX_COUNTED_LENGTH = 2_000_000

/**
 * Prepares parameterized statements from their third use on a connection, because parsing and planning mostly cost more than
 * execution. Statements that never repeat, such as those built from user input, take no memory.
 */
export class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  #uses = new Map<string, number>()
  /** Characters of the counted texts. */
  #length = 0

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
      if (uses === 1) this.#makeRoom(text)
      this.#uses.set(text, uses)
      return null
    }
    this.#uses.delete(text)
    this.#length -= text.length
    const name = hash('sha256', text, 'hex').slice(0, 32)
    this.#names.set(text, name)
    return name
  }

  #makeRoom(text: string): void {
    if (this.#uses.size >= MAX_COUNTED || this.#length + text.length > MAX_COUNTED_LENGTH) {
      this.#uses = new Map()
      this.#length = 0
    }
    this.#length += text.length
  }
}
