import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { testingItem } from '../../../../testing/testing-item.ts'
import {
  type AskedItems,
  holding,
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  ownListing,
  quoteOf,
  recordQuotes,
  TOKEN,
  YOU,
} from '../../testing/trade-harness.tsx'
import { ACCEPT, acceptLabel, isOff, PATIENT, press, resetTradeHarness, says, user } from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('a sale into bids', () => {
  // @feature accept.gain
  it('says what the token cost, and what is left over it after fees', async () => {
    const held = testingItem(TOKEN.tokenDataId, { costPrice: '110000000' })
    const answers = { [ACCEPT]: () => quoteOf(), ...holding(held) }
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers })
    await says('Cost 1.1 APT · P&L after fees')
    await says('-0.17 APT (-15%)')
  })

  const listed = itemOf({ listing: ownListing('5575000000') })
  const other = { tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name }
  const gone = { code: 'offer-gone', sentence: 'That bid is gone' }

  // @feature accept.delists
  it.each([
    ['of the only item', [listed], ['Your listing for 55.75 APT on Own Market is canceled in the same transaction.']],
    [
      'of each of several',
      [itemOf(), itemOf({ ...other, listing: ownListing('100000000') })],
      ['Stone #10: your listing for 1 APT on Own Market is canceled in the same transaction.'],
    ],
    ['of none that is not sold', [itemOf(), itemOf({ ...other, listing: ownListing('100000000'), reason: gone })], []],
    ['of none that is not listed', [itemOf()], []],
  ])('says which listings it cancels: %s', async (_, items, notes) => {
    const tokens = items.length === 1 ? [TOKEN] : [TOKEN, OTHER_TOKEN]
    const sold = items.filter(({ reason }) => reason === null).length
    openTradeDialog({ kind: 'accept-bid', tokens }, { answers: { [ACCEPT]: () => quoteOf({}, { items }) } })
    await waitFor(() => expect(isOff(screen.getByRole('button', { name: acceptLabel(sold) }))).toBe(false), PATIENT)
    const list = screen.queryByRole('list', { name: 'Listings that are canceled' })
    const said = list === null ? [] : within(list).getAllByRole('listitem')
    expect(said.map(({ textContent }) => textContent)).toEqual(notes)
  })

  // @feature trade.every-price, trade.editions
  it('shows the price of each edition of a token next to the floor', async () => {
    const names = { creatorAddress: YOU, collection: 'Stones', token: 'Stone #9' }
    const sold = (propertyVersion: string, priceOctas: string) =>
      itemOf({ names: { ...names, propertyVersion }, priceOctas })
    const items = [sold('0', '80000000'), sold('7', '110000000')]
    const tokens = ['0', '7'].map((propertyVersion) => ({ ...TOKEN, propertyVersion, editionsHeld: 2 }))
    openTradeDialog({ kind: 'accept-bid', tokens }, { answers: { [ACCEPT]: () => quoteOf({}, { items }) } })
    await says(/20% under floor$/)
    await says(/10% over floor$/)
  })

  // @feature accept.choice
  it('sells the items that are chosen, each with its bid, cost and gain', async () => {
    const { bodies, answers } = recordQuotes<AskedItems>(ACCEPT, ({ items }) => {
      const sold = items.map(({ tokenDataId }) =>
        itemOf({ tokenDataId, name: tokenDataId === TOKEN.tokenDataId ? TOKEN.name : OTHER_TOKEN.name }),
      )
      return quoteOf({ receivedOctas: String(93_500_000n * BigInt(sold.length)) }, { items: sold })
    })
    const held = holding(
      testingItem(TOKEN.tokenDataId, { costPrice: '110000000' }),
      testingItem(OTHER_TOKEN.tokenDataId, { costPrice: '50000000' }),
    )
    openTradeDialog(
      { kind: 'accept-bid', tokens: [TOKEN], others: [OTHER_TOKEN] },
      { answers: { ...answers, ...held } },
    )
    const table = await screen.findByRole('table', { name: 'Items to sell' }, PATIENT)
    const cells = (name: string) =>
      within(within(table).getByRole('checkbox', { name }).closest('tr') as HTMLElement)
        .getAllByRole('cell')
        .slice(2)
        .map((cell) => within(cell).queryByTitle(/APT$/)?.title ?? cell.textContent)
    await waitFor(() => expect(cells('Sell Stone #9')).toEqual(['1 APT', '1.1', '-0.17']), PATIENT)
    expect(cells('Sell Stone #10')).toEqual(['-', '0.5', '-'])
    const footer = within(button('Accept bid').parentElement as HTMLElement)
    footer.getByTitle('0.935 APT')
    await user.click(screen.getByRole('checkbox', { name: 'Sell Stone #10' }))
    await waitFor(() => expect(cells('Sell Stone #10')).toEqual(['1 APT', '0.5', '+0.44']), PATIENT)
    footer.getByTitle('1.87 APT')
    await user.click(screen.getByRole('checkbox', { name: 'Sell all' }))
    footer.getByText('Choose at least one item to sell.')
    expect(button('Accept bid').disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Sell Stone #10' }))
    await press('Accept bid')
    await says('Bid accepted')
    expect(bodies.at(-1)?.items).toEqual([{ tokenDataId: OTHER_TOKEN.tokenDataId }])
  })

  // @feature accept.choice
  it('calls a cost unknown only once it is loaded', async () => {
    const loaded = Promise.withResolvers<unknown>()
    const answers = { [ACCEPT]: () => quoteOf(), [`/data/user/tokens/${YOU}`]: () => loaded.promise }
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN], others: [OTHER_TOKEN] }, { answers })
    const table = await screen.findByRole('table', { name: 'Items to sell' }, PATIENT)
    const costs = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell').at(3)?.textContent)
    expect([costs(), table.querySelectorAll('[data-placeholder]').length]).toEqual([['', ''], 2])
    loaded.resolve({ data: [testingItem(TOKEN.tokenDataId, { costPrice: '110000000' })], nextCursor: null, total: 1 })
    await waitFor(() => expect(costs()).toEqual(['1.1', 'unknown']), PATIENT)
  })

  // @feature book.click
  it('asks for no less than the level of bids that was pressed, and for the best bid on an item that is added', async () => {
    const { bodies, answers } = recordQuotes<AskedItems>(ACCEPT)
    openTradeDialog(
      { kind: 'accept-bid', tokens: [{ ...TOKEN, leastPrice: '90000000' }], others: [OTHER_TOKEN] },
      { answers },
    )
    const items = () => bodies.at(-1)?.items
    const asked = { tokenDataId: TOKEN.tokenDataId, minPrice: '90000000' }
    await waitFor(() => expect(items()).toEqual([asked]), PATIENT)
    await user.click(await screen.findByRole('checkbox', { name: 'Sell Stone #10' }))
    await waitFor(() => expect(items()).toEqual([asked, { tokenDataId: OTHER_TOKEN.tokenDataId }]), PATIENT)
  })

  // @feature portfolio.bids
  it('changes the item of a bid that takes one, and says what is listed', async () => {
    const { bodies, answers } = recordQuotes<AskedItems>(ACCEPT)
    const bid = { marketplace: 'own', offerId: '0x1', price: '100000000' }
    const listed = { ...OTHER_TOKEN, bid, marketplace: 'own', listingId: '0x2', listedPrice: '300000000' }
    openTradeDialog({ kind: 'accept-bid', tokens: [{ ...TOKEN, bid }], others: [listed], atMost: 1 }, { answers })
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    const other = await screen.findByRole('checkbox', { name: 'Sell Stone #10' }, PATIENT)
    screen.getByText('Listed for 3 APT')
    expect(screen.queryByRole('checkbox', { name: 'Sell all' })).toBeNull()
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers).toEqual(['Sell', 'Item', 'Bid', 'Cost', 'P&L'])
    await user.click(other)
    expect([box('Sell Stone #9').checked, box('Sell Stone #10').checked]).toEqual([false, true])
    await waitFor(
      () => expect(bodies.at(-1)?.items).toMatchObject([{ tokenDataId: OTHER_TOKEN.tokenDataId, offerId: '0x1' }]),
      PATIENT,
    )
  })

  // @feature accept.many, trade.one-message
  it('says how many items were sold and what was received, in the dialog alone', async () => {
    const second = { tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name }
    const answer = () => quoteOf({ receivedOctas: '187000000' }, { items: [itemOf(), itemOf(second)] })
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN, OTHER_TOKEN] }, { answers: { [ACCEPT]: answer } })
    await press(acceptLabel(2))
    const done = await screen.findByRole('dialog', { name: '2 items sold' }, PATIENT)
    expect(within(done).getByText('You received').parentElement?.textContent).toContain('1.87')
    expect(within(done).getByRole('link', { name: 'View in portfolio' }).getAttribute('href')).toContain(YOU)
    expect(screen.queryByText('Bids accepted')).toBeNull()
  })

  // @feature trade.done-card, trade.price-held
  it('names no sum of a sale whose price the chain did not hold, and leads to the transaction', async () => {
    openTradeDialog(
      { kind: 'accept-bid', tokens: [TOKEN] },
      { answers: { [ACCEPT]: () => quoteOf({}, { priceGuard: 'none' }) } },
    )
    await press(acceptLabel(1))
    const done = await screen.findByRole('dialog', { name: 'Sold' }, PATIENT)
    within(done).getByText('Stone #9 sold. The transaction shows what you received.')
    expect(within(done).queryByTitle(/APT$/)).toBeNull()
    within(done).getByRole('link', { name: 'Transaction' })
  })
})
