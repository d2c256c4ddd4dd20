import type { Place } from './places.ts'
import type { ReadRequest } from './read-calls.ts'

/**
 * Statuses of answered reads: some places have no bid, listing or name, and their answer is that there is none; and a set of more
 * tokens than a bid can be for is refused after it was counted.
 */
const ANSWERED = new Set([200, 404, 422])

/** Asks the API one request after the other, as a program of its own machine. */
export class Visitor {
  readonly #origin: string
  readonly #cookies: ReadonlyMap<string, string>

  /** @param cookies of signed-in wallets. */
  constructor(origin: string, cookies: ReadonlyMap<string, string>) {
    this.#origin = origin
    this.#cookies = cookies
  }

  /** Returns the milliseconds until the whole answer was there. @throws Error naming a request that was not answered. */
  async time({ method, path, body, isSignedIn }: ReadRequest, { owner }: Place): Promise<number> {
    const headers = {
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(isSignedIn && { cookie: this.#cookies.get(owner) ?? '' }),
    }
    const start = performance.now()
    const response = await fetch(this.#origin + path, { method, body, headers })
    const text = await response.text()
    const taken = performance.now() - start
    if (!ANSWERED.has(response.status)) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return taken
  }
}
