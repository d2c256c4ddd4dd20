import type { Listing } from '@opal/contract/shapes/orders'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { testingItem } from '../../../testing/testing-item.ts'
import { detailOf, HASH, itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { LIST, PATIENT, press, RELIST, resetTradeHarness, says, UPDATE, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
const REFUSED_ITEM = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
afterEach(resetTradeHarness)

/** Writes into a field, in place of what it has. */
function fill(field: HTMLElement | undefined, value: string): void {
  fireEvent.change(field as HTMLElement, { target: { value } })
}

/** Last sales of 0.9 and 4 APT. */
const LAST_SALES = {
  [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf({ ...OTHER_TOKEN, lastSalePrice: '400000000' }),
}
/** Others ask 1 APT for a token, and 2 APT for one with the traits of these. */
const OTHERS_ASKS = {
  [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => ({ floorPrice: '100000000', token: null }),
  '/api/collection/nfts/top-trait': (body: unknown) => ({
    data: (body as string[]).map((tokenDataId) => ({ tokenDataId, topTrait: null, traitFloorPrice: '200000000' })),
  }),
}
const chipOf = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('prices of several items', () => {
  // @feature trade.editions
  it('lists two editions of a token, each named and at its own price', async () => {
    let body: unknown
    const answers = {
      [LIST]: (asked: unknown) => {
        body = asked
        return quoteOf()
      },
    }
    const edition = (propertyVersion: string) => ({ ...TOKEN, propertyVersion, editionsHeld: 2 })
    openTradeDialog({ kind: 'list', tokens: [edition('0'), edition('7')] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' })
    await user.type(within(table).getByRole('textbox', { name: /Edition 0$/ }), '1.9')
    await user.type(within(table).getByRole('textbox', { name: /Edition 7$/ }), '2.1')
    expect(screen.getAllByText(/· Edition [07]$/)).toHaveLength(2)
    const items = [
      { tokenDataId: TOKEN.tokenDataId, propertyVersion: '0', price: '190000000' },
      { tokenDataId: TOKEN.tokenDataId, propertyVersion: '7', price: '210000000' },
    ]
    await waitFor(() => expect(body).toMatchObject({ items }), PATIENT)
  })

  // @feature exit.sell
  it('begins with the prices that the items come with, which can be changed', async () => {
    let body: unknown
    const answers = {
      [LIST]: (asked: unknown) => {
        body = asked
        return quoteOf()
      },
    }
    const tokens = [
      { ...TOKEN, startPrice: '190000000' },
      { ...OTHER_TOKEN, startPrice: '200000000' },
    ]
    openTradeDialog({ kind: 'list', tokens }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' })
    const [first, second] = within(table).getAllByRole<HTMLInputElement>('textbox')
    expect([first?.value, second?.value]).toEqual(['1.9', '2'])
    await user.clear(second as HTMLElement)
    await user.type(second as HTMLElement, '2.5')
    const items = [{ price: '190000000' }, { price: '250000000' }]
    await waitFor(() => expect(body).toMatchObject({ items }), PATIENT)
  })

  // @feature trade.editions, list.reprice
  it('names the edition that each of several listings sells, in the table and to the API', async () => {
    let body: unknown
    const answers = {
      [UPDATE]: (asked: unknown) => {
        body = asked
        return quoteOf()
      },
    }
    const listed = (listedPropertyVersion: string) => {
      return { ...TOKEN, listingId: `l${listedPropertyVersion}`, listedPropertyVersion, editionsHeld: 2 }
    }
    openTradeDialog(
      { kind: 'update-price', tokens: [listed('3'), { ...listed('5'), propertyVersion: '4' }] },
      { answers },
    )
    const table = await screen.findByRole('table', { name: 'New prices' })
    fill(within(table).getByRole('textbox', { name: /Edition 3$/ }), '1.9')
    fill(within(table).getByRole('textbox', { name: /Edition 5$/ }), '2.1')
    const items = [
      { listingId: 'l3', propertyVersion: '3', price: '190000000' },
      { listingId: 'l5', propertyVersion: '5', price: '210000000' },
    ]
    await waitFor(() => expect(body).toMatchObject({ items }), PATIENT)
  })

  // @feature list.reprice
  it('reprices many listings in a table, each at its marketplace', async () => {
    let body: unknown
    const answers = {
      [UPDATE]: (asked: unknown) => {
        body = asked
        return quoteOf()
      },
    }
    openTradeDialog({ kind: 'update-price', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' })
    const [first, second] = within(table).getAllByRole('textbox')
    fill(first, '1.9')
    fill(second, '2.1')
    await press('Save changes')
    expect(body).toMatchObject({
      items: [
        { marketplace: 'own', listingId: 'a', price: '190000000' },
        { marketplace: 'own', listingId: 'b', price: '210000000' },
      ],
    })
  })

  // @feature list.reprice, list.many
  it('starts with the present prices, and signs only those that are changed', async () => {
    let body: { items: unknown[] } | undefined
    const answers = {
      [UPDATE]: (asked: unknown) => {
        body = asked as typeof body
        return quoteOf({}, { items: [itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name })] })
      },
    }
    openTradeDialog({ kind: 'update-price', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' })
    const [first, second] = within(table).getAllByRole<HTMLInputElement>('textbox')
    expect([first?.value, second?.value]).toEqual(['1', '1'])
    fill(second, '2.1')
    await press('Save changes')
    expect(body?.items).toMatchObject([{ listingId: 'b', price: '210000000' }])
    await says('Listing updated')
  })

  // @feature list.many, list.reprice, trade.every-price, trade.disabled-reason
  it('shows each item of a batch once, and what they bring next to the button', async () => {
    const items = [
      itemOf(),
      itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, reason: REFUSED_ITEM }),
    ]
    openTradeDialog(
      { kind: 'update-price', tokens: [TOKEN, OTHER_TOKEN] },
      { answers: { [UPDATE]: () => quoteOf({ sellerOctas: '177650000' }, { items }) } },
    )
    const table = await screen.findByRole('table', { name: 'New prices' })
    const button = screen.getByRole('button', { name: 'Save changes' })
    const reasonOf = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    expect(reasonOf()).toBe('Change a price or the terms.')
    const [first, second] = within(table).getAllByRole('textbox')
    fill(first, '1.9')
    fill(second, '2.1')
    const footer = within(button.parentElement as HTMLElement)
    await footer.findByTitle('1.7765 APT', {}, PATIENT)
    footer.getByText('You receive when they sell')
    for (const { name } of [TOKEN, OTHER_TOKEN]) expect(screen.getAllByText(name)).toHaveLength(1)
    within(table).getByText(REFUSED_ITEM.sentence)
  })

  // @feature list.reprice, list.many
  it('takes an item out of a batch, and keeps the prices of the others', async () => {
    const bodies: unknown[] = []
    const answers = {
      [LIST]: (asked: unknown) => {
        bodies.push(asked)
        return quoteOf()
      },
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' })
    await user.type(within(table).getByLabelText(`New price of ${OTHER_TOKEN.name}`), '2.1')
    await press(`Remove ${TOKEN.name}`)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('2.1')
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
    await press('List')
    await says('Item listed')
    expect(bodies.at(-1)).toMatchObject({ items: [{ tokenDataId: OTHER_TOKEN.tokenDataId, price: '210000000' }] })
  })

  // @feature list.many
  it('stand next to their costs, which are unknown only once they are loaded', async () => {
    const holdings = Promise.withResolvers<void>()
    const held = [testingItem(TOKEN.tokenDataId, { costPrice: '90000000' }), testingItem(OTHER_TOKEN.tokenDataId)]
    const answers = {
      ...OTHERS_ASKS,
      [LIST]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => holdings.promise.then(() => ({ data: held, nextCursor: null, total: 2 })),
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' }, PATIENT)
    const at = within(table)
      .getAllByRole('columnheader')
      .findIndex(({ textContent }) => textContent === 'Cost')
    const costs = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ children }) => children[at]?.textContent)
    expect(costs()).toEqual(['', ''])
    holdings.resolve()
    await waitFor(() => expect(costs()).toEqual(['0.9', 'unknown']), PATIENT)
  })

  // @feature list.presets, list.many
  it('prices many listings from a preset percentage', async () => {
    let body: unknown
    const found = Promise.withResolvers<void>()
    const answers = {
      ...OTHERS_ASKS,
      [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () =>
        found.promise.then(() => detailOf({ ...OTHER_TOKEN, lastSalePrice: '400000000' })),
      [LIST]: (asked: unknown) => {
        body = asked
        return quoteOf()
      },
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await user.type(await screen.findByLabelText('Percent over or under'), '-10')
    await screen.findByRole('table', { name: 'New prices' })
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Trait floor' })
    // Before the prices of all of them are there, some would stay without one.
    expect(apply.disabled).toBe(true)
    found.resolve()
    await waitFor(() => expect(apply.disabled).toBe(false))
    await user.click(apply)
    await press('List 2 items')
    await says('Items listed')
    expect(body).toMatchObject({ items: [{ price: '180000000' }, { price: '180000000' }] })
  })

  // @feature list.presets, list.many
  it.each([
    ['Floor', '5', ['1.05', '1.05']],
    ['Last sale', '', ['0.9', '4']],
  ] as const)(
    'prices all at the %s plus %s %%, and offers only what some of them have',
    async (chip, percent, expected) => {
      const answers = {
        [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () =>
          detailOf({ ...OTHER_TOKEN, lastSalePrice: '400000000' }),
      }
      openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
      const field = await screen.findByLabelText('Percent over or under')
      if (percent !== '') await user.type(field, percent)
      await press(chip)
      const table = within(screen.getByRole('table', { name: 'New prices' }))
      expect(table.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(expected)
      const chips = within(screen.getByRole('group', { name: 'Price all at' })).getAllByRole('button')
      expect(chips.map(({ textContent }) => textContent)).toEqual(['Floor', 'Trait floor', 'Last sale'])
    },
  )

  // @feature list.presets, list.many
  it('prices all by chip and percentage in any order, and leaves what is typed since', async () => {
    openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers: { ...LAST_SALES, ...OTHERS_ASKS } })
    const percentField = await screen.findByLabelText('Percent over or under')
    const table = within(await screen.findByRole('table', { name: 'New prices' }))
    await waitFor(() => expect(chipOf('Floor').disabled).toBe(false), PATIENT)
    const starts = { Floor: ['1', '1'], 'Trait floor': ['2', '2'], 'Last sale': ['0.9', '4'] } as const
    const action = fc.oneof(
      fc.constantFrom(...(Object.keys(starts) as (keyof typeof starts)[])).map((chip) => ({ chip })),
      fc.constantFrom('', '0', '10', '-10', '+25', '100', '-99', '-', '-100', '-200').map((percent) => ({ percent })),
      fc.record({ row: fc.constantFrom(0, 1), price: fc.constantFrom('7', '8.5', '') }),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 8 }), (actions) => {
        // Each run starts from the same state: all at the floor.
        fill(percentField, '')
        fireEvent.click(chipOf('Floor'))
        let [chosen, percent]: [keyof typeof starts, string] = ['Floor', '']
        const isNone = (text: string) => ['-', '-100', '-200'].includes(text)
        const byHand = new Set<number>()
        const expected: string[] = [...starts.Floor]
        const price = () => {
          if (isNone(percent)) return
          const one = (at: number) => Math.round(Number(starts[chosen][at]) * (100 + Number(percent)) * 1e6) / 1e8
          for (const at of [0, 1]) if (!byHand.has(at)) expected[at] = String(one(at))
        }
        for (const one of actions) {
          if ('row' in one) {
            fill(table.getAllByRole('textbox')[one.row], one.price)
            expected[one.row] = one.price
            byHand.add(one.row)
          } else if ('percent' in one) {
            fill(percentField, one.percent)
            percent = one.percent
            if (byHand.size < 2) price()
          } else if (!isNone(percent)) {
            fireEvent.click(chipOf(one.chip))
            chosen = one.chip
            byHand.clear()
            price()
          }
          const values = table.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
          expect(values).toEqual(expected)
          const pressed = Object.keys(starts).filter((name) => chipOf(name).getAttribute('aria-pressed') === 'true')
          expect(pressed).toEqual(byHand.size === 2 ? [] : [chosen])
        }
      }),
      { numRuns: 25, examples: [[[{ chip: 'Floor' }, { percent: '10' }]], [[{ percent: '10' }, { chip: 'Floor' }]]] },
    )
  })

  // @feature list.many
  it.each([
    ['list', [TOKEN, OTHER_TOKEN].map((token) => ({ ...token, listedPrice: null })), false],
    ['update-price', [TOKEN, OTHER_TOKEN], true],
    ['update-price', [TOKEN, { ...OTHER_TOKEN, listedPrice: null }], true],
  ] as const)('has a column of present prices to %s only where there is one', async (kind, tokens, isThere) => {
    openTradeDialog({ kind, tokens })
    const table = within(await screen.findByRole('table', { name: 'New prices' }))
    expect(table.queryByRole('columnheader', { name: 'Now' }) !== null).toBe(isThere)
    for (const row of table.getAllByRole('row').slice(1))
      expect(within(row).getAllByRole('cell')).toHaveLength(table.getAllByRole('columnheader').length)
  })

  /** Returns the prices of a table of items, row by row, as `price, note`. */
  const prices = (label: string) =>
    within(screen.getByRole('region', { name: label }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => {
        const price = within(row).getByTitle(/APT$/)
        return `${price.title}, ${price.nextElementSibling?.textContent}`
      })

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
