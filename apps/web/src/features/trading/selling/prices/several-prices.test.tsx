import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { testingItem } from '../../../../testing/testing-item.ts'
import {
  holdingsOf,
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  recordQuotes,
  TOKEN,
  YOU,
} from '../../testing/trade-harness.tsx'
import { fill, LIST, PATIENT, press, resetTradeHarness, says, UPDATE, user } from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const REFUSED_ITEM = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }

describe('prices of several items', () => {
  // @feature trade.editions
  it('lists two editions of a token, each named and at its own price', async () => {
    const { bodies, answers } = recordQuotes(LIST)
    const edition = (propertyVersion: string) => ({ ...TOKEN, propertyVersion, editionsHeld: 2 })
    openTradeDialog({ kind: 'list', tokens: [edition('0'), edition('7')] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' })
    await user.type(within(table).getByRole('textbox', { name: /Edition 0$/ }), '1.9')
    await user.type(within(table).getByRole('textbox', { name: /Edition 7$/ }), '2.1')
    const names = screen.getAllByText(/· Edition [07]$/)
    // A name is cut at its end, in whichever direction it is written.
    expect(names.map((name) => name.getAttribute('dir'))).toEqual(['auto', 'auto'])
    const items = [
      { tokenDataId: TOKEN.tokenDataId, propertyVersion: '0', price: '190000000' },
      { tokenDataId: TOKEN.tokenDataId, propertyVersion: '7', price: '210000000' },
    ]
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items }), PATIENT)
  })

  // @feature exit.sell
  it('begins with the prices that the items come with, which can be changed', async () => {
    const { bodies, answers } = recordQuotes(LIST)
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
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items }), PATIENT)
  })

  // @feature trade.editions, list.reprice
  it('names the edition that each of several listings sells, in the table and to the API', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
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
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items }), PATIENT)
  })

  // @feature list.reprice
  it('reprices many listings in a table, each at its marketplace', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    openTradeDialog({ kind: 'update-price', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' })
    const [first, second] = within(table).getAllByRole('textbox')
    fill(first, '1.9')
    fill(second, '2.1')
    await press('Save changes')
    expect(bodies.at(-1)).toMatchObject({
      items: [
        { marketplace: 'own', listingId: 'a', price: '190000000' },
        { marketplace: 'own', listingId: 'b', price: '210000000' },
      ],
    })
  })

  // @feature list.reprice, list.many
  it('starts with the present prices, and signs only those that are changed', async () => {
    const items = [itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name })]
    const { bodies, answers } = recordQuotes<{ items: unknown[] }>(UPDATE, () => quoteOf({}, { items }))
    openTradeDialog({ kind: 'update-price', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' })
    const [first, second] = within(table).getAllByRole<HTMLInputElement>('textbox')
    expect([first?.value, second?.value]).toEqual(['1', '1'])
    fill(second, '2.1')
    await press('Save changes')
    expect(bodies.at(-1)?.items).toMatchObject([{ listingId: 'b', price: '210000000' }])
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
    const { bodies, answers } = recordQuotes(LIST)
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
      [LIST]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => holdings.promise.then(() => holdingsOf(held)),
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
})
