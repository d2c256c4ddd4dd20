import { hash } from 'node:crypto'
import pg from 'pg'

/**
 * Has the server prepare each statement with parameters once a connection: for a program that says the same few hundred
 * statements for ever, as parsing and planning cost more than most of them do. Not for texts made of user input.
 */
export class PreparingClient extends pg.Client {
  /** Names by text. */
  readonly #names = new Map<string, string>()

  // biome-ignore lint/suspicious/noExplicitAny: the driver's ten overloads are passed on as they are
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return this.#pass(args)
    return this.#pass([{ name: this.#nameOf(text), text, values }, ...rest])
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
