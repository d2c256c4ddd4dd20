import type { Listing } from '@opal/contract/shapes/orders'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  detailOf,
  HASH,
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  TOKEN,
  YOU,
} from '../../testing/trade-harness.tsx'
import { fill, LIST, PATIENT, press, RELIST, resetTradeHarness, UPDATE } from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const chipOf = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
/** Returns the prices of a table of items, row by row, as `price, note`. */
const prices = (label: string) =>
  within(screen.getByRole('region', { name: label }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const price = within(row).getByTitle(/APT$/)
      return `${price.title}, ${price.nextElementSibling?.textContent}`
    })

describe('several prices and the floor', () => {
  // @feature trade.every-price, trade.one-message
  it.each([
    [
      'list',
      LIST,
      'List 2 items',
      'Items listed',
      '2 items listed',
      ['1.1 APT, 10% over floor', '0.95 APT, 5% under floor'],
    ],
    [
      'update-price',
      UPDATE,
      'Save changes',
      'Listings updated',
      '2 listings updated',
      ['1.1 APT, 10% over floor, was 1', '0.95 APT, 5% under floor, was 1'],
    ],
    [
      'relist',
      RELIST,
      'Move 2 listings',
      'Listings moved',
      '2 listings moved',
      ['1.1 APT, 10% over floor, was 1', '0.95 APT, 5% under floor, was 1'],
    ],
  ] as const)(
    '%s shows how far every new price is from the floor, before the wallet request and after the confirmation',
    async (kind, path, button, done, title, expected) => {
      const items = [
        itemOf({ priceOctas: '110000000' }),
        itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, priceOctas: '95000000' }),
      ]
      const answers = {
        [path]: () => quoteOf({}, { items }),
        [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf({ ...OTHER_TOKEN, attributes: [] }),
      }
      openTradeDialog({ kind, tokens: [TOKEN, OTHER_TOKEN] }, { answers })
      const table = await screen.findByRole('table', { name: 'New prices' })
      const [first, second] = within(table).getAllByRole('textbox')
      fill(first, '1.1')
      fill(second, '0.95')
      for (const price of expected) {
        const [, distance = ''] = /, (\d+% (?:over|under) floor)/.exec(price) ?? []
        await within(table).findByText(distance, {}, PATIENT)
      }
      await press(button)
      // The title states the result and links to the listings. No toast repeats it.
      const end = within(await screen.findByRole('dialog', { name: title }, PATIENT))
      expect(screen.queryByText(done)).toBeNull()
      expect(end.getByRole('link', { name: 'View listings' }).getAttribute('href')).toBe(`/${YOU}?tab=listings`)
      end.getByText('You receive when they sell')
      expect(prices('Items')).toEqual(expected)
    },
  )

  // @feature trade.every-price, list.reprice
  it('shows what has been changed, and from which price, also once the listings have the new prices', async () => {
    const third = { ...TOKEN, tokenDataId: `0x${'4'.repeat(64)}`, name: 'Stone #11', listingId: 'c' }
    const next: Record<string, string> = { a: '110000000', b: '95000000' }
    let isIndexed = false
    const loads: string[] = []
    const detail = (token: typeof TOKEN) => () => {
      loads.push(token.listingId)
      const price = (isIndexed ? next[token.listingId] : undefined) ?? token.listedPrice
      const { tokenDataId, marketplace, listingId } = token
      const names = { marketplace, listingId, tokenDataId, propertyVersion: '0', seller: YOU }
      const listing: Listing = { ...names, price, validity: 'valid', terms: null, placedAtMicros: '1', version: '1' }
      return detailOf({ ...token, attributes: [], listings: [listing] })
    }
    const changed = [TOKEN, OTHER_TOKEN]
    const answers = {
      [UPDATE]: () => {
        const items = changed.map(({ tokenDataId, name, listingId }) =>
          itemOf({ tokenDataId, name, listingId, priceOctas: next[listingId] ?? null }),
        )
        return quoteOf({}, { items })
      },
      ...Object.fromEntries(
        [...changed, third].map((token) => [`/api/collection/nfts/${token.tokenDataId}`, detail(token)]),
      ),
    }
    const sign = async () => {
      isIndexed = true
      return HASH
    }
    openTradeDialog({ kind: 'update-price', tokens: [...changed, third] }, { answers, sign })
    const table = await screen.findByRole('table', { name: 'New prices' })
    await waitFor(() => expect(chipOf('Floor').disabled).toBe(false), PATIENT)
    const [first, second] = within(table).getAllByRole('textbox')
    fill(first, '1.1')
    fill(second, '0.95')
    const before = loads.length
    await press('Save changes')
    await screen.findByRole('dialog', { name: '2 listings updated' }, PATIENT)
    await waitFor(() => expect(loads.length).toBeGreaterThanOrEqual(before + 3), PATIENT)
    await act(async () => {})
    expect(prices('Items')).toEqual(['1.1 APT, 10% over floor, was 1', '0.95 APT, 5% under floor, was 1'])
    screen.getByRole('dialog', { name: '2 listings updated' })
  })
})
