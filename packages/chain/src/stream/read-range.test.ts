import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Phase, ScriptedClient } from '../testing/scripted-client.ts'
import { streamOptionsFor } from '../testing/stream-options-for.ts'
import { readRange } from './read-range.ts'
import type { StreamOptions } from './stream-options.ts'

const MINUTE_MS = 60_000
/** The longest pause, and the turns of the clock around it. */
const PAUSE_MS = 1_000 + 10

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

interface Step {
  readonly phase: Phase
  readonly ms: number
}

const steps = (phases: readonly Phase[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.record({ phase: fc.constantFrom(...phases), ms: fc.integer({ min: 1, max: 2 * MINUTE_MS }) }), {
    maxLength: 6,
  })

describe('readRange', () => {
  it('delivers the first transaction soon after it is there, whatever silences and failures came before', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps(['up', 'refuses', 'ends', 'cuts']),
        fc.integer({ min: 0, max: 30 * MINUTE_MS }),
        async (script, idleMs) => {
          expect(await delayOf(script, idleMs)).toBeLessThanOrEqual(PAUSE_MS)
        },
      ),
      { numRuns: runs(20) },
    )
  })

  it('asks a server again that stalls, within the silence that it is allowed', async () => {
    const script: readonly Step[] = [{ phase: 'stalls', ms: 10 * MINUTE_MS }]
    expect(await delayOf(script, 0)).toBeLessThanOrEqual(MINUTE_MS + PAUSE_MS)
  })

  it('reports no loss while there are no transactions, and asks once a minute', async () => {
    const [onLost, onSilent, onAccepted] = [vi.fn(), vi.fn(), vi.fn()]
    const server = new ScriptedClient(() => 'up')
    using reading = read(server, { onLost, onSilent, onAccepted })
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    expect(server.calledAt.map((ms) => ms / MINUTE_MS)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(onLost).not.toHaveBeenCalled()
    expect(onSilent).toHaveBeenCalledTimes(10)
    expect(onAccepted).toHaveBeenCalledTimes(11)
    expect(reading.deliveredAt).toBeNull()
  })

  it('asks a server that is asked too much up to fifteen seconds later, and soon again once it takes a call', async () => {
    const waits: number[] = []
    const server = new ScriptedClient((ms) => (ms < 60_000 ? 'overloaded' : 'cuts'))
    using _reading = read(server, { onLost: (_lost, _next, waitMs) => waits.push(waitMs) })
    await vi.advanceTimersByTimeAsync(61_000)
    expect(waits.slice(0, 9)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
    expect(waits.slice(9, 11)).toEqual([250, 250])
  })
})

/** Returns the delay between the server's recovery, with a transaction, and its delivery. */
async function delayOf(script: readonly Step[], idleMs: number): Promise<number> {
  vi.setSystemTime(0)
  const ends = script.map((_, index) => script.slice(0, index + 1).reduce((sum, { ms }) => sum + ms, 0))
  const server = new ScriptedClient((now) => script[ends.findIndex((end) => now < end)]?.phase ?? 'up')
  using reading = read(server)
  for (const { ms } of script) {
    await vi.advanceTimersByTimeAsync(ms)
    server.restart()
  }
  await vi.advanceTimersByTimeAsync(idleMs)
  const committedAt = Date.now()
  server.commit()
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
  return reading.deliveredAt === null ? Number.POSITIVE_INFINITY : reading.deliveredAt - committedAt
}

/** Reads until it is disposed, with the pauses that it has by itself. */
function read({ client }: ScriptedClient, options: Partial<StreamOptions> = {}) {
  const stop = new AbortController()
  const { backoff: _, ...usual } = streamOptionsFor('scripted', { signal: stop.signal, ...options })
  const reading = { deliveredAt: null as number | null, [Symbol.dispose]: () => stop.abort() }
  void (async () => {
    for await (const _batch of readRange(client, usual, { from: 0n, to: null })) reading.deliveredAt ??= Date.now()
  })()
  return reading
}
