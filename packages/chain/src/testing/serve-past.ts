import { padded, responseOf, versions } from './responses.ts'
import type { Connection } from './stream-server.ts'

export interface PastServing {
  /** The chain's length; behind it nothing comes. */
  readonly length: number
  /** Transactions of one response. */
  readonly perResponse: number
  /** Bytes that every response is made longer by. */
  readonly padding?: number
  /** Waited for before each response. */
  readonly before?: (from: bigint) => Promise<void>
  /** A response with the transactions from one version to before another; bare ones when left out. */
  readonly respond?: (from: number, to: number) => Uint8Array
}

/** Answers what is asked for, no faster than it is taken, as Aptos' stream does; to its end if it has one. */
export function servePast(serving: PastServing): Connection {
  const { length, perResponse, padding = 0, before, respond = bare } = serving
  return async ({ startingVersion, count, send, drained, end }) => {
    const from = Number(startingVersion)
    const to = count === null ? length : from + Number(count)
    for (let first = from; first < Math.min(length, to); first += perResponse) {
      await before?.(BigInt(first))
      const response = respond(first, Math.min(first + perResponse, length, to))
      if (!send(padded(response, padding))) await drained()
    }
    if (count !== null && to <= length) end()
  }
}

function bare(from: number, to: number): Uint8Array {
  return responseOf(versions(from, to - 1))
}
