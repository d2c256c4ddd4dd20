import type { ApiClient } from '@opal/contract/client'
import { ApiError } from '@opal/contract/http/api-error'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiContext, siteApiContext } from './load-context.ts'
import { siteFactsLoader } from './site-facts.ts'

const CALLS = ['get-network', 'get-stats', 'get-readiness'] as const
type Call = (typeof CALLS)[number]

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

/** An API with answers that number the calls; `refused` ones fail as when a client asked too much. */
function numberingApi() {
  const refused = new Set<Call>()
  const asked: Call[] = []
  let calls = 0
  const answers = (n: number) => ({
    'get-network': { marketplaces: [{ id: `marketplace ${n}` }] },
    'get-stats': { value: n, ageSeconds: null },
    'get-readiness': { index: { version: String(n) } },
  })
  const api = async ({ id, failure }: { id: Call; failure?: { value: unknown } }) => {
    asked.push(id)
    calls += 1
    if (!refused.has(id)) return answers(calls)[id]
    if (failure !== undefined) return failure.value
    throw new ApiError('rate-limited', 'Too many requests.', { status: 429, retryable: true })
  }
  const context = new RouterContextProvider()
  context.set(siteApiContext, api as unknown as ApiClient)
  context.set(apiContext, () => expect.unreachable('asked in the name of a visitor'))
  return { context, refused, asked }
}

describe('the facts of the site', () => {
  it('are asked for in the name of the site, once for all visitors and fifteen seconds', async () => {
    const { context, asked } = numberingApi()
    const load = siteFactsLoader()
    const first = await Promise.all([load(context), load(context), load(context)])
    vi.setSystemTime(14_999)
    expect(new Set([...first, await load(context)].map(({ version }) => version))).toEqual(new Set(['3']))
    expect(asked.toSorted()).toEqual(CALLS.toSorted())
    vi.setSystemTime(15_000)
    await load(context)
    expect(asked).toHaveLength(6)
  })

  it('are the last good answers, whichever calls were refused since', async () => {
    const afterMs = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 100_000, max: 310_000 }))
    const step = fc.record({ afterMs, refused: fc.subarray([...CALLS]) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        vi.setSystemTime(0)
        const { context, refused, asked } = numberingApi()
        const load = siteFactsLoader()
        const answers: Partial<Record<Call, { readonly n: number; readonly atMs: number }>> = {}
        for (const { afterMs, refused: now } of steps) {
          vi.setSystemTime(Date.now() + afterMs)
          refused.clear()
          for (const call of now) refused.add(call)
          const before = asked.length
          const facts = await load(context)
          for (const [at, call] of asked.entries())
            if (at >= before && !refused.has(call)) answers[call] = { n: at + 1, atMs: Date.now() }
          const good = Object.fromEntries(
            Object.entries(answers).flatMap(([call, { n, atMs }]) => (Date.now() < atMs + 300_000 ? [[call, n]] : [])),
          )
          expect(facts.marketplaces).toEqual(
            good['get-network'] === undefined ? [] : [{ id: `marketplace ${good['get-network']}` }],
          )
          expect(facts.version).toBe(good['get-readiness'] === undefined ? null : String(good['get-readiness']))
          expect(facts.rate.cents).toBe((good['get-stats'] ?? 0) === 0 ? null : BigInt(good['get-stats'] ?? 0) * 100n)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('are unknown after five minutes without an answer: a marketplace that closed is not shown as open', async () => {
    const { context, refused } = numberingApi()
    const load = siteFactsLoader()
    await load(context)
    for (const call of CALLS) refused.add(call)
    vi.setSystemTime(299_999)
    expect(await load(context)).toMatchObject({ marketplaces: [{ id: 'marketplace 1' }], version: '3' })
    vi.setSystemTime(300_000)
    expect(await load(context)).toEqual({ marketplaces: [], rate: { cents: null, ageSeconds: null }, version: null })
  })

  it('are asked for again a second after a call failed', async () => {
    const { context, refused } = numberingApi()
    const load = siteFactsLoader()
    refused.add('get-readiness')
    expect((await load(context)).version).toBeNull()
    refused.clear()
    vi.setSystemTime(999)
    expect((await load(context)).version).toBeNull()
    vi.setSystemTime(1_000)
    expect((await load(context)).version).toBe('6')
  })

  it('are the last answers for a page that would wait for an API that hangs, and the new ones once they come', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 0 })
    const { context } = numberingApi()
    const load = siteFactsLoader()
    const api = context.get(siteApiContext)
    const hang = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const held = (call: never, input: never) => promise.then(() => api(call, input))
      context.set(siteApiContext, held as unknown as ApiClient)
      return resolve
    }
    const [answerFirst, loaded] = [hang(), vi.fn()]
    void load(context).then(({ version }) => loaded(version))
    // There is no answer yet that could be shown instead.
    await vi.advanceTimersByTimeAsync(7_999)
    expect(loaded).not.toHaveBeenCalled()
    answerFirst()
    await vi.advanceTimersByTimeAsync(0)
    expect(loaded).toHaveBeenCalledWith('3')

    await vi.advanceTimersByTimeAsync(15_000)
    const answerNext = hang()
    for (let page = 0; page < 3; page += 1) {
      const facts = load(context)
      await vi.advanceTimersByTimeAsync(250)
      expect((await facts).version).toBe('3')
    }
    answerNext()
    await vi.advanceTimersByTimeAsync(0)
    expect((await load(context)).version).toBe('6')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('say how old the price is by now', async () => {
    const { context } = numberingApi()
    const load = siteFactsLoader()
    const api = context.get(siteApiContext)
    context.set(siteApiContext, (async (call: { id: Call }) =>
      call.id === 'get-stats' ? { value: 7, ageSeconds: 30 } : api(call as never, {} as never)) as unknown as ApiClient)
    expect((await load(context)).rate.ageSeconds).toBe(30)
    vi.setSystemTime(9_500)
    expect((await load(context)).rate.ageSeconds).toBe(39)
  })
})
