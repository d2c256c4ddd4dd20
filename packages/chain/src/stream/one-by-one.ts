import { InterceptingCall, type Interceptor } from '@grpc/grpc-js'

/**
 * Lets the messages of a call through one by one, as they are asked for. By itself a call reads sixteen messages ahead,
 * whatever their size: of a call that waits for its turn they would be memory that nobody counts.
 */
export class OneByOne {
  #asked = 0
  #held: (() => void) | null = null

  readonly interceptor: Interceptor = (options, nextCall) =>
    new InterceptingCall(nextCall(options), {
      start: (metadata, _listener, next) => {
        next(metadata, { onReceiveMessage: (message, pass) => this.#arrive(() => pass(message)) })
      },
    })

  /** Lets the next message through, now or when it comes. */
  ask(): void {
    this.#asked += 1
    this.#pass()
  }

  /** Lets everything through: a call that ends says so only behind its messages. */
  open(): void {
    this.#asked = Number.POSITIVE_INFINITY
    this.#pass()
  }

  #arrive(pass: () => void): void {
    this.#held = pass
    this.#pass()
  }

  #pass(): void {
    const held = this.#held
    if (held === null || this.#asked === 0) return
    this.#asked -= 1
    this.#held = null
    held()
  }
}
