import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WalletRejectedError } from '../../../entities/wallet/wallet-session.ts'
import { testingItem } from '../../../testing/testing-item.ts'
import { HASH, itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, REFUSED, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { ACCEPT, isOff, PATIENT, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const acceptButton = (items: number) => (items === 1 ? 'Accept bid' : `Accept ${items} bids`)

describe('selling into bids', () => {
  // @feature accept.gain
  it('says what the token cost, and what is left over it after fees', async () => {
    const held = testingItem(TOKEN.tokenDataId, { costPrice: '110000000' })
    const answers = {
      [ACCEPT]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => ({ data: [held], nextCursor: null, total: 1 }),
    }
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers })
    await says('Cost 1.1 APT · P&L after fees')
    await says('-0.17 APT (-15%)')
  })

  // @feature accept.failed
  it("toasts 'Error Accepting Bid' when it fails", async () => {
    openTradeDialog(
      { kind: 'accept-bid', tokens: [TOKEN] },
      { answers: { [ACCEPT]: () => quoteOf() }, outcome: REFUSED },
    )
    await press('Accept bid')
    await says('Error Accepting Bid')
  })

  // @feature accept.v2-refused
  it("says 'has no tokens bids for V2' with the marketplace's name", async () => {
    const reason = { code: 'not-offered', sentence: 'The marketplace has no tokens bids for V2' }
    const none = quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers: { [ACCEPT]: () => none } })
    await says('The marketplace has no tokens bids for V2')
  })

  const listing = (priceOctas: string) => ({
    ...{ marketplace: 'own', listingId: priceOctas, seller: YOU, propertyVersion: '0', priceOctas },
  })
  const listed = itemOf({ listing: listing('5575000000') })
  const other = { tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name }
  const gone = { code: 'offer-gone', sentence: 'That bid is gone' }

  // @feature accept.delists
  it.each([
    ['of the only item', [listed], ['Your listing for 55.75 APT on Own Market is canceled in the same transaction.']],
    [
      'of each of several',
      [itemOf(), itemOf({ ...other, listing: listing('100000000') })],
      ['Stone #10: your listing for 1 APT on Own Market is canceled in the same transaction.'],
    ],
    ['of none that is not sold', [itemOf(), itemOf({ ...other, listing: listing('100000000'), reason: gone })], []],
    ['of none that is not listed', [itemOf()], []],
  ])('says which listings it cancels: %s', async (_, items, notes) => {
    const tokens = items.length === 1 ? [TOKEN] : [TOKEN, OTHER_TOKEN]
    const sold = items.filter(({ reason }) => reason === null).length
    openTradeDialog({ kind: 'accept-bid', tokens }, { answers: { [ACCEPT]: () => quoteOf({}, { items }) } })
    await waitFor(() => expect(isOff(screen.getByRole('button', { name: acceptButton(sold) }))).toBe(false), PATIENT)
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
    const bodies: { items: readonly { tokenDataId: string }[] }[] = []
    const answers = {
      [ACCEPT]: (asked: unknown) => {
        const { items } = asked as (typeof bodies)[number]
        bodies.push({ items })
        const sold = items.map(({ tokenDataId }) =>
          itemOf({ tokenDataId, name: tokenDataId === TOKEN.tokenDataId ? TOKEN.name : OTHER_TOKEN.name }),
        )
        return quoteOf({ receivedOctas: String(93_500_000n * BigInt(sold.length)) }, { items: sold })
      },
      [`/data/user/tokens/${YOU}`]: () => ({
        data: [
          testingItem(TOKEN.tokenDataId, { costPrice: '110000000' }),
          testingItem(OTHER_TOKEN.tokenDataId, { costPrice: '50000000' }),
        ],
        nextCursor: null,
        total: 2,
      }),
    }
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN], others: [OTHER_TOKEN] }, { answers })
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
    const bodies: { items: readonly object[] }[] = []
    const answers = {
      [ACCEPT]: (asked: unknown) => {
        bodies.push(asked as (typeof bodies)[number])
        return quoteOf()
      },
    }
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
    const bodies: { items: readonly object[] }[] = []
    const answers = {
      [ACCEPT]: (asked: unknown) => {
        bodies.push(asked as (typeof bodies)[number])
        return quoteOf()
      },
    }
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
    await press(acceptButton(2))
    const done = await screen.findByRole('dialog', { name: '2 items sold' }, PATIENT)
    expect(within(done).getByText('You received').parentElement?.textContent).toContain('1.87')
    expect(within(done).getByRole('link', { name: 'View in portfolio' }).getAttribute('href')).toContain(YOU)
    expect(screen.queryByText('Bids accepted')).toBeNull()
  })

  // @feature accept.left-out
  it.each([[[]], [[0]], [[2]], [[0, 1]], [[0, 1, 2]]])(
    'counts what is sold, where these are refused: %j',
    async (...row) => {
      const [refused] = row as unknown as [readonly number[]]
      const tokens = [0, 1, 2].map((at) => ({
        ...TOKEN,
        tokenDataId: `0x${String(at + 1).repeat(64)}`,
        name: `Stone #${at}`,
      }))
      const items = tokens.map(({ tokenDataId, name }, at) =>
        itemOf({ tokenDataId, name, reason: refused.includes(at) ? gone : null }),
      )
      const isNone = refused.length === tokens.length
      const answer = quoteOf({}, { items, ...(isNone && { payload: null, simulation: null }) })
      const asking = new Promise<string>(() => {})
      openTradeDialog({ kind: 'accept-bid', tokens }, { answers: { [ACCEPT]: () => answer }, sign: () => asking })
      const name = acceptButton(isNone ? 3 : 3 - refused.length)
      const dialog = await screen.findByRole('dialog', { name }, PATIENT)
      const button = within(dialog).getByRole<HTMLButtonElement>('button', { name })
      if (isNone) return expect(isOff(button)).toBe(true)
      await press(name)
      await within(dialog).findByRole('button', { name: /^Waiting for your wallet/ }, PATIENT)
      within(dialog).getByRole('heading', { name })
    },
  )

  // @feature accept.left-out
  it('crosses out the price that was asked for, where only lower bids are left', async () => {
    const reason = { code: 'price-changed', sentence: 'No bid at this price or more is left.' }
    const second = { tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, priceOctas: '204000000', reason }
    const answers = { [ACCEPT]: () => quoteOf({}, { items: [itemOf(), itemOf(second)] }) }
    const tokens = [TOKEN, { ...OTHER_TOKEN, leastPrice: '214000000' }]
    const sign = () => new Promise<string>(() => {})
    openTradeDialog({ kind: 'accept-bid', tokens }, { answers, sign })
    await says('No bid of 2.14 APT or more is left.')
    await press('Accept bid')
    expect(await screen.findByTitle('2.14 APT', {}, PATIENT)).toBeTruthy()
    expect(screen.queryByTitle('2.04 APT')).toBeNull()
  })

  const LATER = { code: 'one-at-a-time', sentence: 'These can’t share one transaction. Do them one at a time.' }

  const SECOND = {
    tokenDataId: OTHER_TOKEN.tokenDataId,
    name: OTHER_TOKEN.name,
    ...{ priceOctas: '90000000', sellerOctas: '84150000', royaltyOctas: '4500000', commissionOctas: '1350000' },
  }

  // @feature trade.steps, accept.many
  it('sells what does not fit one transaction in the next, for no less than was shown', async () => {
    const bodies: { items: readonly object[] }[] = []
    const answers = {
      [ACCEPT]: (asked: unknown) => {
        const { items } = asked as (typeof bodies)[number]
        bodies.push({ items })
        return items.length === 2
          ? quoteOf({ receivedOctas: '93500000' }, { items: [itemOf(), itemOf({ ...SECOND, reason: LATER })] })
          : quoteOf({ receivedOctas: '84150000' }, { items: [itemOf(SECOND)] })
      },
    }
    const onSettled = vi.fn()
    const hashes = ['1', '2'].map((digit) => `0x${digit.repeat(64)}`)
    const left = [...hashes]
    const { signAndSubmit } = openTradeDialog(
      { kind: 'accept-bid', tokens: [TOKEN, OTHER_TOKEN], onSettled },
      { answers, sign: async () => left.shift() ?? HASH },
    )
    await says(
      'These sales don’t fit in one transaction. Your wallet will ask once for each transaction, one after another.',
    )
    expect(screen.queryByText(LATER.sentence)).toBeNull()
    const sum = screen.getByText('You receive for 2 items').parentElement as HTMLElement
    within(sum).getByTitle('1.7765 APT')
    await press(acceptButton(2))
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(2), PATIENT)
    expect(bodies.at(-1)?.items).toEqual([{ tokenDataId: OTHER_TOKEN.tokenDataId, minPrice: '90000000' }])
    await waitFor(
      () =>
        expect(onSettled.mock.calls).toEqual([
          ['confirmed', { tokenDataIds: [TOKEN.tokenDataId], bids: [] }],
          ['confirmed', { tokenDataIds: [OTHER_TOKEN.tokenDataId], bids: [] }],
        ]),
      PATIENT,
    )
    const done = await screen.findByRole('dialog', { name: '2 items sold' }, PATIENT)
    within(within(done).getByText('You received').parentElement as HTMLElement).getByTitle('1.7765 APT')
    const links = within(done).getAllByRole('link', { name: /^Transaction \d+$/ })
    expect(links.map(({ title, textContent }) => [textContent, title])).toEqual(
      hashes.map((hash, at) => [`${at + 1}`, hash]),
    )
    expect(links.map((link) => link.getAttribute('href'))).toEqual(hashes.map((hash) => expect.stringContaining(hash)))
  })

  // @feature trade.done-card, trade.price-held
  it.each([
    ['call', 'call', true],
    ['none', 'call', false],
    ['call', 'none', false],
  ] as const)('says what several sales brought only where the chain held each: %s, then %s', async (...guards) => {
    const [first, last, isHeld] = guards
    const answers = {
      [ACCEPT]: (asked: unknown) =>
        (asked as { items: readonly object[] }).items.length === 2
          ? quoteOf({}, { items: [itemOf(), itemOf({ ...SECOND, reason: LATER })], priceGuard: first })
          : quoteOf({}, { items: [itemOf(SECOND)], priceGuard: last }),
    }
    const { signAndSubmit } = openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await press(acceptButton(2))
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(1), PATIENT)
    // Without a lock the next one is confirmed by itself.
    if (last === 'none') await press('Accept bid')
    const done = await screen.findByRole('dialog', { name: '2 items sold' }, PATIENT)
    expect(within(done).queryAllByText('You received')).toHaveLength(isHeld ? 1 : 0)
  })

  // @feature trade.done-card, trade.price-held
  it('names no sum of a sale whose price the chain did not hold, and leads to the transaction', async () => {
    openTradeDialog(
      { kind: 'accept-bid', tokens: [TOKEN] },
      { answers: { [ACCEPT]: () => quoteOf({}, { priceGuard: 'none' }) } },
    )
    await press(acceptButton(1))
    const done = await screen.findByRole('dialog', { name: 'Sold' }, PATIENT)
    within(done).getByText('Stone #9 sold. The transaction shows what you received.')
    expect(within(done).queryByTitle(/APT$/)).toBeNull()
    within(done).getByRole('link', { name: 'Transaction' })
  })

  // @feature trade.steps, trade.declined
  it.each([
    [1, 'Accept 3 bids', 'You receive for 3 items', '2.5265 APT', '1.5'],
    [2, 'Accept 2 bids', 'You receive for 2 items', '1.5915 APT', '1'],
    [3, 'Accept bid', 'You receive', '0.75 APT', '0.5'],
  ])('says what is left and what that brings when transaction %i is declined', async (...row) => {
    const [declined, title, label, sum, cost] = row
    const nets = ['93500000', '84150000', '75000000']
    const tokens = nets.map((_, at) => ({
      ...TOKEN,
      tokenDataId: `0x${String(at + 1).repeat(64)}`,
      name: `Stone #${at}`,
    }))
    const answers = {
      [ACCEPT]: (asked: unknown) => {
        const items = (asked as { items: readonly { tokenDataId: string }[] }).items.map(({ tokenDataId }, at) => {
          const sellerOctas = nets[tokens.findIndex((token) => token.tokenDataId === tokenDataId)] ?? null
          return itemOf({ tokenDataId, sellerOctas, listing: listing('5575000000'), ...(at > 0 && { reason: LATER }) })
        })
        return quoteOf({ receivedOctas: items[0]?.sellerOctas ?? '0' }, { items, priceGuard: 'call' })
      },
      [`/data/user/tokens/${YOU}`]: () => ({
        data: tokens.map(({ tokenDataId }) => testingItem(tokenDataId, { costPrice: '50000000' })),
        nextCursor: null,
        total: tokens.length,
      }),
    }
    let asked = 0
    const sign = async () => {
      asked += 1
      if (asked === declined) throw new WalletRejectedError('User rejected')
      return HASH
    }
    openTradeDialog({ kind: 'accept-bid', tokens }, { answers, sign })
    await press('Accept 3 bids')
    await says(/^You declined in your wallet/)
    const dialog = await screen.findByRole('dialog', { name: title }, PATIENT)
    expect(within(dialog).getByRole('button', { name: title })).toBeTruthy()
    within(within(dialog).getAllByText(label).at(-1)?.parentElement as HTMLElement).getByTitle(sum)
    within(dialog).getByText(`Cost ${cost} APT · P&L after fees`)
    const canceled = () => screen.queryAllByText(/is canceled in the same transaction\.$/)
    expect(canceled()).toHaveLength(4 - declined)
    await press(title)
    const done = await screen.findByRole('dialog', { name: '3 items sold' }, PATIENT)
    expect(canceled()).toEqual([])
    within(within(done).getByText('You received').parentElement as HTMLElement).getByTitle('2.5265 APT')
  })

  // @feature trade.steps
  it.each([
    ['brings less, by a royalty that rose', { sellerOctas: '0', royaltyOctas: '88650000' }, {}, 'call'],
    ['brings one octa less', { sellerOctas: '84149999' }, {}, 'call'],
    ['had no price to compare with', {}, { priceOctas: null, sellerOctas: null }, 'call'],
    ['is on another marketplace', { marketplace: 'other' }, {}, 'call'],
    ['is not held to its price by the chain', {}, {}, 'none'],
  ] as const)('asks the user again when a later sale %s', async (_, now, before, priceGuard) => {
    const answers = {
      [ACCEPT]: (asked: unknown) =>
        (asked as { items: readonly object[] }).items.length === 2
          ? quoteOf({}, { items: [itemOf(), itemOf({ ...SECOND, ...before, reason: LATER })] })
          : quoteOf({}, { items: [itemOf({ ...SECOND, ...now })], priceGuard }),
    }
    const { signAndSubmit } = openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await press(acceptButton(2))
    await says('The terms have changed since you confirmed. Check what you receive now.')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
    await press(acceptButton(1))
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(2), PATIENT)
  })

  // @feature trade.live-quote
  it('looks for another bid where the chosen one is gone', async () => {
    const reason = { code: 'offer-gone', sentence: 'This bid was already accepted or canceled.' }
    const bid = { marketplace: 'own', offerId: '0x1', price: '100000000' }
    const answers = {
      [ACCEPT]: (asked: unknown) =>
        JSON.stringify(asked).includes('offerId')
          ? quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
          : quoteOf({}, { items: [itemOf({ priceOctas: '95000000' })] }),
    }
    openTradeDialog({ kind: 'accept-bid', tokens: [{ ...TOKEN, bid }] }, { answers })
    await press('Look for another bid')
    await waitFor(() => expect(screen.getAllByTitle('0.95 APT').length).toBeGreaterThan(0), PATIENT)
    await press('Accept bid')
    await says('Bid accepted')
  })
})
