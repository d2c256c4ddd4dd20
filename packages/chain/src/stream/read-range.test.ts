import { getEventListeners } from 'node:events'
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

  it('delivers every transaction once, in order and soon, whatever comes before, between and after them', async () => {
    const busy = fc.array(
      fc.record({
        phase: fc.constantFrom<Phase>('up', 'up', 'refuses', 'ends', 'cuts'),
        ms: fc.integer({ min: 1, max: 2 * MINUTE_MS }),
        /** When transactions are committed, as parts of the step. */
        commits: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(busy, async (script) => {
        const steps = [...script, { phase: 'up', ms: MINUTE_MS, commits: [0.5] } as const]
        const { delivered, committedAt, ups } = await follow(steps)
        expect(delivered.map(({ version }) => version)).toEqual(committedAt.map((_, at) => BigInt(at)))
        for (const [at, { ms }] of delivered.entries()) {
          const committed = committedAt[at] as number
          // The first time that the server was there long enough for the pause that was running.
          const from = ups
            .map((up) => ({ from: Math.max(up.from, committed), to: up.to }))
            .find((up) => up.to - up.from >= PAUSE_MS)
          expect(ms - (from?.from ?? Number.NEGATIVE_INFINITY)).toBeLessThanOrEqual(PAUSE_MS)
        }
      }),
      { numRuns: runs(40) },
    )
  })

  it('ends immediately when it is aborted in a pause, and leaves neither timers nor listeners', async () => {
    const server = new ScriptedClient(() => 'overloaded')
    const stop = new AbortController()
    const reading = read(server, { signal: stop.signal })
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    expect(getEventListeners(stop.signal, 'abort').length).toBeLessThanOrEqual(2)
    stop.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect([reading.isEnded, vi.getTimerCount()]).toEqual([true, 0])
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('goes on after gaps that came one by one, however many', async () => {
    const ROUND_MS = 10_000
    const server = new ScriptedClient((now) => (now % ROUND_MS < 400 ? 'skips' : 'up'))
    using reading = read(server)
    for (let round = 0; round < 6; round += 1) {
      server.restart()
      await vi.advanceTimersByTimeAsync(ROUND_MS / 2)
      server.commit()
      await vi.advanceTimersByTimeAsync(ROUND_MS / 2)
    }
    expect(reading.delivered.map(({ version }) => version)).toEqual([0n, 1n, 2n, 3n, 4n, 5n])
  })

  it('reconnects within a minute when a connection that delivered before goes silent', async () => {
    const server = new ScriptedClient(() => 'up')
    using reading = read(server)
    await vi.advanceTimersByTimeAsync(10)
    server.commit()
    await vi.advanceTimersByTimeAsync(30_000)
    server.goDeaf()
    server.commit()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(reading.delivered.map(({ version }) => version)).toEqual([0n, 1n])
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

  it('asks an overloaded server up to fifteen seconds later, and soon again once it accepts a call', async () => {
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

/** Plays a script, and follows it. @returns what was delivered and committed when, and when the server was there. */
async function follow(script: readonly (Step & { readonly commits: readonly number[] })[]) {
  vi.setSystemTime(0)
  const ends = script.map((_, index) => script.slice(0, index + 1).reduce((sum, { ms }) => sum + ms, 0))
  const server = new ScriptedClient((now) => script[ends.findIndex((end) => now < end)]?.phase ?? 'up')
  using reading = read(server)
  const committedAt: number[] = []
  const ups: { readonly from: number; readonly to: number }[] = []
  for (const { phase, ms, commits } of script) {
    const from = Date.now()
    server.restart()
    for (const at of commits.map((part) => from + Math.floor(part * (ms - 1))).toSorted((one, other) => one - other)) {
      await vi.advanceTimersByTimeAsync(at - Date.now())
      server.commit()
      committedAt.push(at)
    }
    await vi.advanceTimersByTimeAsync(from + ms - Date.now())
    if (phase === 'up') ups.push({ from, to: Date.now() })
  }
  return { delivered: reading.delivered, committedAt, ups }
}

/** Reads until it is disposed, with the pauses that it has by itself. */
function read({ client }: ScriptedClient, options: Partial<StreamOptions> = {}) {
  const stop = new AbortController()
  const { backoff: _, ...usual } = streamOptionsFor('scripted', { signal: stop.signal, ...options })
  const delivered: { readonly version: bigint; readonly ms: number }[] = []
  const reading = {
    delivered,
    isEnded: false,
    get deliveredAt() {
      return delivered[0]?.ms ?? null
    },
    [Symbol.dispose]: () => stop.abort(),
  }
  void (async () => {
    for await (const batch of readRange(client, usual, { from: 0n, to: null }))
      for (const { version } of batch) delivered.push({ version, ms: Date.now() })
    reading.isEnded = true
  })()
  return reading
}
