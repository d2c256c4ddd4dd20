import type { ApiClient } from '@opal/contract/client'
import { expect, it } from 'vitest'
import { testingToken } from '../../testing/testing-token.ts'
import { fetchItem, fetchItems, WrongTokenError } from './fetch-items.ts'
import { DEFAULT_ITEMS_VIEW, parseItemsView } from './items-view.ts'

const COLLECTION = `0x${'c'.repeat(64)}`

/** Returns the list's next page after one of this many items. */
async function nextAfter(count: number): Promise<string | null> {
  const data = Array.from({ length: count }, (_, id) => testingToken(id + 1, 5))
  const api = (async () => ({ data, nextCursor: 'further', total: 99 })) as unknown as ApiClient
  return (await fetchItems(api, COLLECTION, DEFAULT_ITEMS_VIEW, null)).nextCursor
}

// @feature items.finished
it('treats a page of fewer than 15 items as the last', async () => {
  expect(await nextAfter(0)).toBeNull()
  expect(await nextAfter(14)).toBeNull()
  expect(await nextAfter(15)).toBe('further')
})

/** Returns the query that is sent for an address. */
async function askedFor(search: string): Promise<unknown> {
  let asked: unknown
  const api = (async (_endpoint: unknown, { query }: { query: unknown }) => {
    asked = query
    return { data: [], nextCursor: null, total: 0 }
  }) as unknown as ApiClient
  await fetchItems(api, COLLECTION, parseItemsView(new URLSearchParams(search)), null)
  return asked
}

const PLAIN = { sort: 'price_asc', limit: 50 }

// @feature items.type, items.price-range, items.rarity-range, items.search, items.marketplace, items.attributes
it.each([
  ['', PLAIN],
  ['listed=true', { ...PLAIN, nftType: 'LISTED' }],
  ['sort=listed_desc', { ...PLAIN, sort: 'listed_desc' }],
  ['min=0&max=2.5', { ...PLAIN, priceBottom: '0', priceTop: '250000000' }],
  ['max=100000000', { ...PLAIN, priceTop: '10000000000000000' }],
  ['max=100000001', PLAIN],
  ['rankMin=2&rankMax=3', { ...PLAIN, rarityBottom: 2, rarityTop: 3 }],
  ['name=%23(', { ...PLAIN, name: '#(' }],
  ['marketplace=some', { ...PLAIN, marketplace: 'some' }],
  ['marketplace=No%20such', PLAIN],
])('sends the filter %j of the address and nothing else', async (search, query) => {
  expect(await askedFor(search)).toEqual(query)
})

// @feature items.attributes, items.attribute-not
it('sends attributes only when one is chosen', async () => {
  expect(await askedFor('')).not.toHaveProperty('attributes')
  expect(await askedFor('trait=Fur%3AGold')).toHaveProperty('attributes')
})

// @feature items.live-filtered
it('refuses a response about another token than the requested one', async () => {
  const [asked, other] = [testingToken(1, 5), testingToken(2, 6)]
  const answering = (data: readonly unknown[]) =>
    (async () => ({ data, nextCursor: null, total: 9 })) as unknown as ApiClient
  const read = (data: readonly unknown[]) =>
    fetchItem(answering(data), COLLECTION, DEFAULT_ITEMS_VIEW, asked.tokenDataId)
  expect(await read([asked])).toBe(asked)
  expect(await read([])).toBeNull()
  await expect(read([other])).rejects.toBeInstanceOf(WrongTokenError)
})
