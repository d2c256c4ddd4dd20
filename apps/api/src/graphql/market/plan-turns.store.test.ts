import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

/** When the process was planning an operation, milliseconds. */
const pieces = vi.hoisted((): { readonly startMs: number; readonly endMs: number }[] => [])

vi.mock('postgraphile/grafast', async (original) => {
  const grafast = await original<typeof import('postgraphile/grafast')>()
  const execute = (...args: Parameters<typeof grafast.execute>) => {
    const startMs = performance.now()
    const result = grafast.execute(...args)
    pieces.push({ startMs, endMs: performance.now() })
    return result
  }
  return { ...grafast, execute }
})

const LIMIT = 12

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { API_GRAPHQL_LIMIT: String(LIMIT) })
  await ask(1, '198.51.100.1')
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(() => void pieces.splice(0))

/** Asks for so many pages, each of which is two selections, and returns the status. */
async function ask(pages: number, remoteAddress: string): Promise<number> {
  const fields = Array.from(
    { length: pages },
    (_, at) => `f${at}: listings(first: 1, offset: ${at}) { nodes { price } }`,
  )
  const payload = { query: `{ ${fields.join(' ')} }` }
  const answer = await api.server.inject({ method: 'POST', url: '/marketplace/graphql', payload, remoteAddress })
  return answer.statusCode
}

describe('the planning of operations', () => {
  it('takes half of the time at most, however many clients send however large ones', async () => {
    let client = 0
    const sent = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(sent, async (operations) => {
        pieces.splice(0)
        const statuses = await Promise.all(
          operations.map((pages) => {
            client += 1
            return ask(pages, `203.0.113.${client}`)
          }),
        )
        expect(statuses).toEqual(operations.map(() => 200))
        expect(pieces.length).toBeGreaterThanOrEqual(operations.length)
        for (const [at, { startMs, endMs }] of pieces.entries()) {
          const next = pieces[at + 1]
          // Timers have whole milliseconds; what is less adds up.
          if (next !== undefined) expect(next.startMs - endMs).toBeGreaterThanOrEqual(endMs - startMs - 2)
        }
      }),
      { numRuns: 6 },
    )
  })

  it.each([1, 15, 30])('counts again where an operation is executed again: %i pages', async (pages) => {
    const holder = await api.store.pool.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('begin; lock table market.listings in access exclusive mode')
    const from = `192.0.2.${pages}`
    const slow = ask(pages, from)
    await expect.poll(() => pieces.length).toBe(2)
    await holder.query('rollback')
    expect(await slow).toBe(200)
    const left = LIMIT - 2 * Math.ceil((2 * pages) / 20)
    for (let asked = 0; asked < left; asked += 1) expect(await ask(1, from)).toBe(200)
    expect(await ask(1, from)).toBe(429)
  })
})
