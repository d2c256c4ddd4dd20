import { setImmediate as turn } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import fc from 'fast-check'
import { responseOf, versions } from './responses.ts'
import type { Connection } from './stream-server.ts'

const FAULTS = ['none', 'cut', 'ended', 'silent', 'twice', 'jump', 'swapped'] as const

/** Behaviour of a connection. */
export interface Behaviour {
  readonly fault: (typeof FAULTS)[number]
  readonly perResponse: number
  /** Responses before the fault. */
  readonly soundFor: number
  /** Turns of the event loop before each response. */
  readonly slowness: number
}

export const behaviours: fc.Arbitrary<Behaviour> = fc.record({
  fault: fc.constantFrom(...FAULTS),
  perResponse: fc.integer({ min: 20, max: 900 }),
  soundFor: fc.integer({ min: 1, max: 4 }),
  slowness: fc.integer({ min: 0, max: 12 }),
})

/**
 * Answers a range of a chain of that length, or all of it, and meets a fault after some responses.
 * @param respond a response with the transactions from one version to before another.
 */
export function serveDisturbed(
  length: number,
  { fault, perResponse, soundFor, slowness }: Behaviour,
  respond: (from: number, to: number) => Uint8Array = (from, to) => responseOf(versions(from, to - 1)),
): Connection {
  return async ({ startingVersion, count, send, end, fail }) => {
    const from = Number(startingVersion)
    const to = Math.min(length, count === null ? length : from + Number(count))
    const part = (first: number) => respond(first, Math.min(first + perResponse, to))
    for (let first = from, sent = 0; first < to; first += perResponse, sent += 1) {
      await turns(slowness)
      const next = first + perResponse
      if (sent === soundFor) {
        if (fault === 'cut') return fail(status.UNAVAILABLE, 'cut')
        if (fault === 'ended') return end()
        if (fault === 'silent') return
        if (fault === 'twice') send(part(first - perResponse))
        if (fault === 'jump' && next < to) return void send(part(next))
        if (fault === 'swapped' && next < to) send(part(next))
      }
      send(part(first))
    }
    if (count !== null) end()
  }
}

/** Runs the event loop `count` times. */
export async function turns(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await turn()
}
