import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { testingItem } from '../../../testing/testing-item.ts'
import {
  detailOf,
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  REFUSED,
  TOKEN,
  YOU,
} from '../testing/trade-harness.tsx'
import { LIST, PATIENT, press, RELIST, resetTradeHarness, says, UPDATE, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
const REFUSED_ITEM = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
afterEach(resetTradeHarness)

describe('prices', () => {
  // @feature list.price-rules, list.price-minimum
  it.each([
    ['-1', 'Price cannot be below 0'],
    ['0.0005', 'Price cannot be below 0.001'],
  ])('refuses %s with the toast %s', async (text, toast) => {
    openTradeDialog({ kind: 'relist', tokens: [TOKEN] }, { answers: { [RELIST]: () => quoteOf() } })
    await user.type(await screen.findByLabelText('Price'), text)
    if (text === '-1') await says('Cannot be negative')
    await press('Move')
    await says(toast)
  })

  // @feature list.fat-finger
  it.each([
    ['0.4', /is at most half of the trait floor \(2 APT\)/],
    ['50', /is at least 20 times the trait floor \(2 APT\)/],
  ])('requires typing an anomalous price again: %s', async (text, expected) => {
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers: { [LIST]: () => quoteOf() } })
    await screen.findByRole('button', { name: 'Floor 1' })
    await user.type(screen.getByLabelText('Price'), text)
    await says(expected)
    expect((screen.getByRole('button', { name: 'List' }) as HTMLButtonElement).disabled).toBe(true)
    await user.type(screen.getByLabelText(`Type ${text} to go on`), text)
    await press('List')
    await says('Item listed')
  })

  // @feature trade.own-listing-no-reference
  it.each([
    ['nothing like it but one’s own', null, null, null],
    ['others at about that price', '70000000', '60000000', null],
    ['others’ trait floor far above', '70000000', '150000000', /is at most half of the trait floor \(1\.5 APT\)/],
    ['others’ floor far above', '140000000', null, /is at most half of the floor \(1\.4 APT\)/],
  ])('ignores its own listing as the floor when repricing; listed: %s', async (_, floorPrice, traitFloor, expected) => {
    const asked: (string | null)[] = []
    const answers = {
      [UPDATE]: () => quoteOf(),
      // The floor of collection and trait, 2 APT, are the listing that is repriced.
      [`/api/collection/nfts/${TOKEN.tokenDataId}`]: () =>
        detailOf({ collectionFloorPrice: '200000000', lastSalePrice: null }),
      [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: (_body: unknown, url: URL) => {
        asked.push(url.searchParams.get('walletAddress'))
        return { floorPrice, token: null }
      },
      '/api/collection/nfts/top-trait': (body: unknown, url: URL) => {
        asked.push(url.searchParams.get('walletAddress'))
        expect(body).toEqual([TOKEN.tokenDataId])
        const topTrait = traitFloor && { trait_type: 'Hat', value: 'Crown', count: 1, floorPrice: traitFloor }
        return { data: [{ tokenDataId: TOKEN.tokenDataId, topTrait }] }
      },
    }
    openTradeDialog({ kind: 'update-price', tokens: [{ ...TOKEN, listedPrice: '200000000' }] }, { answers })
    await user.type(await screen.findByLabelText('Price', {}, PATIENT), '0.65')
    await waitFor(() => expect(asked).toEqual([YOU, YOU]), PATIENT)
    if (floorPrice === null) await screen.findByRole('button', { name: 'Current price 2' }, PATIENT)
    else await screen.findByRole('button', { name: `Floor ${Number(floorPrice) / 1e8}` }, PATIENT)
    // Neither floor counts one's own listing.
    expect(screen.queryByRole('button', { name: /loor 2$/ })).toBeNull()
    if (expected === null) {
      await press('Edit price')
      await says('Price updated')
    } else {
      await says(expected)
      expect((screen.getByRole('button', { name: 'Edit price' }) as HTMLButtonElement).disabled).toBe(true)
    }
  })

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
    await user.type(first as HTMLElement, '1.9')
    await user.type(second as HTMLElement, '2.1')
    await press('Edit price')
    expect(body).toMatchObject({
      items: [
        { marketplace: 'own', listingId: 'a', price: '190000000' },
        { marketplace: 'own', listingId: 'b', price: '210000000' },
      ],
    })
  })

  // @feature list.many, list.reprice, trade.every-price, trade.disabled-reason
  it('has each item of a batch once, and what they bring beside the button', async () => {
    const items = [
      itemOf(),
      itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, reason: REFUSED_ITEM }),
    ]
    openTradeDialog(
      { kind: 'update-price', tokens: [TOKEN, OTHER_TOKEN] },
      { answers: { [UPDATE]: () => quoteOf({ sellerOctas: '177650000' }, { items }) } },
    )
    const table = await screen.findByRole('table', { name: 'New prices' })
    const button = screen.getByRole('button', { name: 'Edit price' })
    const reasonOf = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    expect(reasonOf()).toBe('Enter a price for each item.')
    const [first, second] = within(table).getAllByRole('textbox')
    await user.type(first as HTMLElement, '1.9')
    await user.type(second as HTMLElement, '2.1')
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

  // @feature list.gain, list.presets
  it('start from cost, break-even and top bid, and say what they leave after fees', async () => {
    const bestExit = {
      ...{ netOctas: '74800000', priceOctas: '80000000', commissionOctas: '1200000', royaltyOctas: '4000000' },
      ...{ marketplace: 'own', offerId: '0x7', tokenBid: false },
    }
    const held = testingItem(TOKEN.tokenDataId, { costPrice: '90000000', bestExit })
    const answers = {
      [LIST]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => ({ data: [held], nextCursor: null, total: 1 }),
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await screen.findByRole('button', { name: 'Top bid 0.8' }, PATIENT)
    // 0.9 APT after 1.5 % and 5 %, on the next round price.
    await press('Break-even 0.963')
    await says('< +0.01 APT (+0.05%)')
    await press('Cost 0.9')
    await says('-0.06 APT (-6.5%)')
    await press('5% over floor')
    await says('+0.08 APT (+9.08%)')
  })

  // @feature list.fat-finger
  it('warn of a listing below the top bid', async () => {
    const bestExit = {
      ...{ netOctas: '1870000000', priceOctas: '2000000000', commissionOctas: '30000000', royaltyOctas: '100000000' },
      ...{ marketplace: 'own', offerId: '0x7', tokenBid: false },
    }
    const held = testingItem(TOKEN.tokenDataId, { bestExit })
    const answers = {
      [LIST]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => ({ data: [held], nextCursor: null, total: 1 }),
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await press('Top bid 20')
    expect(screen.queryByText(/is below the top bid/)).toBeNull()
    await user.clear(screen.getByRole('textbox', { name: /price/i }))
    await user.type(screen.getByRole('textbox', { name: /price/i }), '19.99999999')
    await says(/is below the top bid \(20 APT\)/)
  })

  // The cost of an edition covers all its items; a listing sells one of them.
  it.each([
    ['the cost is unknown', {}],
    ['it is the cost of several items', { held: '5', costPrice: '5000000000' }],
  ])('say nothing of a gain where %s', async (_, change) => {
    const held = testingItem(TOKEN.tokenDataId, change)
    const answers = {
      [LIST]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => ({ data: [held], nextCursor: null, total: 1 }),
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await press('Floor 1')
    expect(screen.queryByText(/P&L after fees/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Cost|^Break-even/ })).toBeNull()
  })

  // @feature list.presets, list.many
  it('prices many listings from a preset percentage', async () => {
    let body: unknown
    const found = Promise.withResolvers<void>()
    const answers = {
      [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () =>
        found.promise.then(() => detailOf({ ...OTHER_TOKEN, lastSalePrice: '400000000' })),
      [LIST]: (asked: unknown) => {
        body = asked
        return quoteOf()
      },
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await user.selectOptions(await screen.findByLabelText('Start from'), 'Trait floor')
    await user.type(screen.getByLabelText('Percent over or under'), '-10')
    await screen.findByRole('table', { name: 'New prices' })
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply to all' })
    // Before the prices of all of them are there, some would stay without one.
    expect(apply.disabled).toBe(true)
    found.resolve()
    await waitFor(() => expect(apply.disabled).toBe(false))
    await user.click(apply)
    await press('List')
    await says('Items listed')
    expect(body).toMatchObject({ items: [{ price: '180000000' }, { price: '180000000' }] })
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

  // @feature trade.every-price
  it.each([
    ['list', LIST, 'List', 'Items listed', ['1.1 APT, 10% over floor', '0.95 APT, 5% under floor']],
    [
      'update-price',
      UPDATE,
      'Edit price',
      'Prices updated',
      ['1.1 APT, 10% over floor, was 1', '0.95 APT, 5% under floor, was 1'],
    ],
    ['relist', RELIST, 'Move', 'Listings moved', ['1.1 APT, 10% over floor, was 1', '0.95 APT, 5% under floor, was 1']],
  ] as const)(
    '%s shows how far every new price is from the floor, before the wallet request and after the confirmation',
    async (kind, path, button, done, expected) => {
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
      await user.type(first as HTMLElement, '1.1')
      await user.type(second as HTMLElement, '0.95')
      for (const price of expected) {
        const [, distance = ''] = /, (\d+% (?:over|under) floor)/.exec(price) ?? []
        await within(table).findByText(distance, {}, PATIENT)
      }
      await press(button)
      await says(done)
      await screen.findAllByRole('button', { name: 'Close' }, PATIENT)
      expect(prices('Items')).toEqual(expected)
    },
  )

  // @feature list.move-failed
  it("toasts 'Error Reslisting Tokens' when a move fails", async () => {
    openTradeDialog({ kind: 'relist', tokens: [TOKEN] }, { answers: { [RELIST]: () => quoteOf() }, outcome: REFUSED })
    await user.type(await screen.findByLabelText('Price'), '1.5')
    await press('Move')
    await says('Error Reslisting Tokens')
  })
})
