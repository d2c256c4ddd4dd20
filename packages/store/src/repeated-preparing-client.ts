import { hash } from 'node:crypto'
import pg from 'pg'

/** Uses after which a statement is worth preparing. */
const WORTH = 3
/** Statements that one connection keeps prepared. */
const MOST_PREPARED = 400
/** Texts whose uses are counted at a time. */
const MOST_COUNTED = 4_000

/**
 * Has the server prepare what is said again and again, and nothing else: for a program that says some hundred statements for
 * ever and others, made of what people ask, once. Whoever asks for ever new ones fills no memory.
 */
export class RepeatedPreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  #uses = new Map<string, number>()

  // biome-ignore lint/suspicious/noExplicitAny: the driver's ten overloads are passed on as they are
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    const pass = super.query as (...passed: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return pass.apply(this, args)
    const name = this.#names.get(text) ?? this.#nameWhenWorth(text)
    return name === null ? pass.apply(this, args) : pass.apply(this, [{ name, text, values }, ...rest])
  }

  #nameWhenWorth(text: string): string | null {
    if (this.#names.size >= MOST_PREPARED) return null
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < WORTH) {
      if (this.#uses.size >= MOST_COUNTED) this.#uses = new Map()
      this.#uses.set(text, uses)
      return null
    }
    this.#uses.delete(text)
    const name = hash('sha256', text, 'hex').slice(0, 32)
    this.#names.set(text, name)
    return name
  }
}
