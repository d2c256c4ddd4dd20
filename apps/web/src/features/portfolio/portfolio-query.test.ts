import { createApiClient } from '@opal/contract/client'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { editionKey } from '../../entities/token/edition.ts'
import { ME, testingItem } from '../../testing/testing-item.ts'
import { fetchCosts, fetchOwnCostSums } from './fetch-costs.ts'
import { fetchItems, fetchSummary } from './fetch-portfolio.ts'
import { itemsChoice, itemsKey, itemsQuery } from './portfolio-query.ts'
import { parsePortfolioView } from './portfolio-view.ts'

const api = createApiClient({ api: 'http://api.test' })
const choiceOf = (search: string) => itemsChoice(parsePortfolioView(new URLSearchParams(search)))
afterEach(() => vi.unstubAllGlobals())

// @feature portfolio.pages
it('fetches pages of fifty items, and starts over when filter or order changes', async () => {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    asked.push(new URL(new Request(input).url).searchParams)
    return Response.json({ data: [], nextCursor: 'further', total: 120 })
  })
  const choice = choiceOf('')
  const query = itemsQuery(api, ME, choice)
  const place = query.initialPageParam
  const first = await fetchItems(api, ME, choice, place.cursor)
  const next = query.getNextPageParam(first, [first], place)
  await fetchItems(api, ME, choice, next?.cursor ?? null)
  expect(asked.map((one) => [one.get('take'), one.get('cursor')])).toEqual([
    ['50', null],
    ['50', 'further'],
  ])
  expect(query.getNextPageParam({ ...first, nextCursor: null }, [first], place)).toBeNull()
  const keys = ['', '?filter=listed', '?sort=name', '?sort=name&order=desc'].map((search) =>
    itemsKey(ME, choiceOf(search)),
  )
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
})

// @feature portfolio.own-cost
it('counts an own cost once for all editions of a token, and reads those of further pages', async () => {
  const edition = (propertyVersion: string, costPrice: string | null = null) =>
    testingItem(ME, { propertyVersion, costPrice, estimatedPrice: '30', estimatedValue: '60', held: '2' })
  const pages = [
    { data: [edition('1'), edition('2', '7')], nextCursor: 'further', total: 3 },
    { data: [edition('3')], nextCursor: null, total: 3 },
  ]
  vi.stubGlobal('fetch', async (input: string | URL | Request) =>
    Response.json(pages[new URL(new Request(input).url).searchParams.get('cursor') === null ? 0 : 1]),
  )
  const sums = await fetchOwnCostSums(api, ME, [{ tokenDataId: ME, octas: '100' }])
  expect(sums).toEqual({ items: 4n, cost: 100n, estimate: 120n })
})

// @feature portfolio.bids
it('reads the costs of all editions, over several pages', async () => {
  const edition = (propertyVersion: string, costPrice: string | null) => testingItem(ME, { propertyVersion, costPrice })
  const [one, two] = [edition('1', '7'), edition('2', null)]
  const pages = [
    { data: [one], nextCursor: 'further', total: 2 },
    { data: [two], nextCursor: null, total: 2 },
  ]
  vi.stubGlobal('fetch', async (input: string | URL | Request) =>
    Response.json(pages[new URL(new Request(input).url).searchParams.get('cursor') === null ? 0 : 1]),
  )
  const costs = await fetchCosts(api, ME, [ME], undefined)
  expect([...costs]).toEqual([
    [editionKey(one), 7n],
    [editionKey(two), null],
  ])
})

// @feature portfolio.pages
it('cancels the pending request when filter, sort, order or collection changes, and sends it again later', async () => {
  const searches = [
    '',
    '?filter=listed',
    '?filter=unlisted',
    '?sort=name',
    '?sort=name&order=desc',
    `?collection=${ME}`,
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(searches.length - 1), { minLength: 1, maxLength: 8 }), async (turns) => {
      const signals: AbortSignal[] = []
      vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
        if (init.signal) signals.push(init.signal)
        return new Promise(() => {})
      })
      const client = new QueryClient()
      const queryOf = (turn: number) => itemsQuery(api, ME, choiceOf(searches[turn] ?? ''))
      const observer = new InfiniteQueryObserver(client, queryOf(turns[0] ?? 0))
      const leave = observer.subscribe(() => {})
      let expected = 1
      for (const [at, turn] of turns.entries()) {
        if (at > 0 && turn !== turns[at - 1]) expected += 1
        observer.setOptions(queryOf(turn))
        await expect.poll(() => signals.length).toBe(expected)
        expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map((_, index) => index < expected - 1))
      }
      leave()
      expect(signals.every(({ aborted }) => aborted)).toBe(true)
      client.clear()
    }),
    { numRuns: 15 },
  )
})

// @feature portfolio.failed
it('returns zeros when profit and loss cannot be fetched', async () => {
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 500 }))
  const { unknownCostCount, ...pnl } = await fetchSummary(api, ME)
  expect(unknownCostCount).toBe('0')
  expect(new Set(Object.values(pnl).map(Number))).toEqual(new Set([0]))
})
