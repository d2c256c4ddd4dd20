import { createApiClient } from '@opal/contract/client'
import { afterEach, expect, it, vi } from 'vitest'
import { ME } from '../../testing/testing-item.ts'
import { fetchItems, fetchSummary } from './fetch-portfolio.ts'
import { itemsChoice, itemsKey, itemsQuery } from './portfolio-query.ts'
import { parsePortfolioView } from './portfolio-view.ts'

const api = createApiClient({ api: 'http://api.test' })
const choiceOf = (search: string) => itemsChoice(parsePortfolioView(new URLSearchParams(search)))
afterEach(() => vi.unstubAllGlobals())

// @feature portfolio.pages
it('reads fifty items and then fifty more, and starts anew under another filter or order', async () => {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    asked.push(new URL(new Request(input).url).searchParams)
    return Response.json({ data: [], nextCursor: 'further', total: 120 })
  })
  const choice = choiceOf('')
  const query = itemsQuery(api, ME, choice)
  const first = await fetchItems(api, ME, choice, query.initialPageParam)
  const next = query.getNextPageParam(first)
  await fetchItems(api, ME, choice, next)
  expect(asked.map((one) => [one.get('take'), one.get('cursor')])).toEqual([
    ['50', null],
    ['50', 'further'],
  ])
  expect(query.getNextPageParam({ ...first, nextCursor: null })).toBeNull()
  const keys = ['', '?filter=listed', '?sort=name', '?sort=name&order=desc'].map((search) =>
    itemsKey(ME, choiceOf(search)),
  )
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
})

// @feature portfolio.failed
it('is zeros where the profit and loss cannot be read', async () => {
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 500 }))
  const { unknownCostCount, ...pnl } = await fetchSummary(api, ME)
  expect(unknownCostCount).toBe(0)
  expect(new Set(Object.values(pnl).map(Number))).toEqual(new Set([0]))
})
