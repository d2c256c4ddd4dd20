import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PacedRefetch, type PaceOptions } from './paced-refetch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const KEYS = ['bids', 'listings', 'items'] as const
const [LEAST_MS, BATCH] = [500, 2]
/** Longer than any pause. */
const ANY_PAUSE_MS = 60_001

type Step =
  | { readonly kind: 'event'; readonly key: string; readonly isUrgent: boolean }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'answer' | 'failure' | 'hide' | 'show' | 'unmount' | 'mount' | 'cut' | 'reconnect' }

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('event' as const),
        key: fc.constantFrom(...KEYS),
        isUrgent: fc.boolean(),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('pass' as const),
        ms: fc.constantFrom(1, 99, 100, 250, 700, 5_000, 40_000),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('answer' as const, 'failure' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('hide' as const, 'show' as const, 'cut' as const, 'reconnect' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('unmount' as const, 'mount' as const) }) },
  ),
  { maxLength: 40 },
)

interface UnderWay {
  readonly keys: readonly string[]
  /** Values of the market when it started. */
  readonly values: readonly (number | undefined)[]
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** A market whose values change, a page that shows them, and what contradicted the rules on the way. */
class Page {
  readonly market = new Map<string, number>()
  readonly shown = new Map<string, number | undefined>()
  /** Keys with events while the page was mounted. */
  readonly followed = new Set<string>()
  readonly violations: string[] = []
  #underWay: UnderWay | null = null
  #endedMs = Number.NEGATIVE_INFINITY
  #isVisible = true
  #isMounted = true
  /** Events that the lost connection did not deliver; null while it is there. */
  #missed: (readonly [string, boolean])[] | null = null
  /** Events and failures, each of which may cause a refetch, and refetches. */
  #causes = 0
  #starts = 0
  readonly #paced = new PacedRefetch((keys) => this.#start(keys), { leastMs: LEAST_MS, batch: BATCH })

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'event':
        this.market.set(step.key, (this.market.get(step.key) ?? 0) + 1)
        if (this.#missed === null) return this.#deliver(step.key, step.isUrgent)
        return void this.#missed.push([step.key, step.isUrgent])
      case 'pass':
        return void (await vi.advanceTimersByTimeAsync(step.ms))
      case 'answer':
      case 'failure':
        return this.#end(step.kind === 'answer')
      case 'hide':
      case 'show':
        this.#isVisible = step.kind === 'show'
        return this.#paced.setVisible(this.#isVisible)
      case 'unmount':
        this.#isMounted = false
        this.followed.clear()
        return this.#paced.stop()
      case 'mount':
        this.#isMounted = true
        return this.#paced.start()
      case 'cut':
        this.#missed ??= []
        return
      case 'reconnect': {
        const missed = this.#missed ?? []
        this.#missed = null
        for (const [key, isUrgent] of missed) this.#deliver(key, isUrgent)
      }
    }
  }

  /** Lets all that is left happen. */
  async settle(): Promise<void> {
    await this.take({ kind: 'reconnect' })
    await this.take({ kind: 'show' })
    for (let turns = 0; turns < 2 * KEYS.length; turns += 1) {
      await this.take({ kind: 'pass', ms: ANY_PAUSE_MS })
      await this.take({ kind: 'answer' })
    }
    const { starts, ends } = { starts: this.#starts, ends: this.#underWay === null }
    this.#check(ends, 'a refetch never ends')
    await this.take({ kind: 'pass', ms: 10 * ANY_PAUSE_MS })
    this.#check(this.#starts === starts, 'refetches go on without a cause')
    this.#check(this.#starts <= this.#causes, `${this.#starts} refetches of ${this.#causes} causes`)
  }

  #deliver(key: string, isUrgent: boolean): void {
    if (this.#isMounted) {
      this.#causes += 1
      this.followed.add(key)
    }
    this.#paced.request(key, isUrgent)
  }

  #start(keys: readonly string[]): Promise<void> {
    this.#starts += 1
    this.#check(this.#underWay === null, 'two refetches at the same time')
    this.#check(this.#isVisible, 'a refetch of a hidden page')
    this.#check(this.#isMounted, 'a refetch of a page that is gone')
    this.#check(performance.now() - this.#endedMs >= LEAST_MS, 'a refetch without a pause')
    this.#check(keys.length > 0 && keys.length <= BATCH, `a refetch of ${keys.length} keys`)
    return new Promise((resolve, reject) => {
      this.#underWay = { keys, values: keys.map((key) => this.market.get(key)), resolve, reject }
    })
  }

  async #end(isAnswered: boolean): Promise<void> {
    const ended = this.#underWay
    if (ended === null) return
    this.#underWay = null
    this.#endedMs = performance.now()
    if (!isAnswered) this.#causes += ended.keys.length
    if (isAnswered) for (const [at, key] of ended.keys.entries()) this.shown.set(key, ended.values[at])
    if (isAnswered) ended.resolve()
    else ended.reject(new Error('unreachable'))
    await vi.advanceTimersByTimeAsync(0)
  }

  #check(isTrue: boolean, otherwise: string): void {
    if (!isTrue) this.violations.push(otherwise)
  }
}

// @feature shell.paced-refetch
it('shows the last event, whatever comes before it, and has one refetch under way at most', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const page = new Page()
      for (const step of taken) await page.take(step)
      await page.settle()
      expect(page.violations).toEqual([])
      for (const key of page.followed) expect([key, page.shown.get(key)]).toEqual([key, page.market.get(key)])
    }),
    { numRuns: runs(300) },
  )
})

/** Returns when refetches start that each take `answerMs`, while events come at the given times. */
async function startsWhile(
  eventsMs: readonly number[],
  answerMs: number,
  options: PaceOptions = {},
  isUrgent: (at: number) => boolean = () => false,
): Promise<readonly number[]> {
  const begun = performance.now()
  const starts: number[] = []
  const paced = new PacedRefetch(async () => {
    starts.push(performance.now() - begun)
    if (answerMs > 0) await new Promise((done) => setTimeout(done, answerMs))
  }, options)
  for (const [at, ms] of eventsMs.entries()) {
    await vi.advanceTimersByTimeAsync(ms - (performance.now() - begun))
    paced.request('', isUrgent(at))
  }
  await vi.advanceTimersByTimeAsync(2 * ANY_PAUSE_MS)
  paced.stop()
  return starts
}

const every = (ms: number, untilMs: number) => Array.from({ length: Math.ceil(untilMs / ms) }, (_, at) => at * ms)

// @feature shell.paced-refetch
describe('the pause between two refetches', () => {
  it('is so short that events which are farther apart are followed one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(100, 250, 3_000), fc.integer({ min: 101, max: 900 }), async (leastMs, more) => {
        const events = every(leastMs + more, 20_000)
        expect(await startsWhile(events, 0, { leastMs })).toEqual(events.map((ms) => ms + 100))
      }),
      { numRuns: runs(30) },
    )
  })

  it('grows to ten times the shortest while events come without end, and is the shortest again after a lull', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(250, 1_000, 3_000),
        fc.integer({ min: 20, max: 125 }),
        async (leastMs, everyMs) => {
          const flood = every(everyMs, 40 * leastMs)
          const calmMs = 60 * leastMs
          const starts = await startsWhile([...flood, calmMs, calmMs + leastMs + 50], 0, { leastMs })
          const gaps = starts.slice(1).map((ms, at) => ms - (starts[at] ?? 0))
          expect(gaps[0]).toBe(leastMs)
          expect(Math.max(...gaps.slice(0, -2))).toBeGreaterThanOrEqual(10 * leastMs)
          expect(Math.max(...gaps.slice(0, -2))).toBeLessThanOrEqual(10 * leastMs + everyMs + 100)
          expect(starts.slice(-2)).toEqual([calmMs + 100, calmMs + 100 + leastMs + 50])
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it('grows with the time that a refetch takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40_000 }), async (answerMs) => {
        // The second event comes while the first is answered.
        const [first = 0, second = 0] = await startsWhile([0, 100], answerMs)
        expect(second - first - answerMs).toBe(Math.min(250 + 2 * answerMs, 60_000))
      }),
      { numRuns: runs(50) },
    )
  })

  it('is the shortest after many events of one transaction', async () => {
    const burst = Array.from({ length: 200 }, () => 0)
    expect(await startsWhile([...burst, 150], 0)).toEqual([100, 350])
  })

  it('is the shortest for what is urgent, while other events come without end', async () => {
    const flood = every(50, 30_000)
    const starts = await startsWhile(flood, 0, {}, (at) => at === 400)
    const urgentMs = flood[400] ?? 0
    const next = starts.find((ms) => ms >= urgentMs) ?? Number.POSITIVE_INFINITY
    expect(next - urgentMs).toBeLessThanOrEqual(350)
    const gaps = starts.slice(1).map((ms, at) => ms - (starts[at] ?? 0))
    expect(gaps.filter((gap, at) => at > 4 && gap < 2_500)).toHaveLength(1)
  })
})

// @feature shell.paced-refetch
it('repeats a failed refetch with growing pauses, and soon after an event again once one has succeeded', async () => {
  const starts: number[] = []
  let isReachable = false
  const begun = performance.now()
  const paced = new PacedRefetch(async () => {
    starts.push(performance.now() - begun)
    if (!isReachable) throw new Error('unreachable')
  })
  paced.request()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(starts).toEqual([100, 2_100, 6_100, 14_100, 30_100, 60_100, 90_100])
  isReachable = true
  await vi.advanceTimersByTimeAsync(30_000)
  paced.request()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(starts.slice(7)).toEqual([120_100, 130_100])
})
