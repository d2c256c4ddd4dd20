// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTrade, type TradeRequest, tradeRequest } from '../../lib/trade-request.ts'
import { connectDialog, WalletRejectedError, walletSession } from '../../lib/wallet-session.ts'
import { ApiFailure } from '../../testing/render-site.tsx'
import { trades } from './pending-trades.ts'
import { detailOf, itemOf, OTHER_TOKEN, openDesk, quoteOf, SUCCESS, TOKEN, YOU } from './testing-desk.tsx'

const BUY = '/api/collection/nfts/buy'
const RELIST = '/api/collection/nfts/relist'
const BID = '/api/collection/bid/nft'
const ACCEPT = '/api/collection/bid/nft/accept'
const CLAIM = '/api/collection/nfts/claim'
const LIST = '/api/collection/nfts/list'
const DELIST = '/api/collection/nfts/delist'
const UPDATE = '/api/collection/nfts/update-price'
const SWEEP = '/api/collection/nfts/sweep'
const CANCEL = '/api/collection/bid/cancel'
const TRANSFER = '/api/collection/nfts/transfer-many'
const COLLECTION = { collectionId: TOKEN.collectionId, collectionName: 'Stones', collectionImage: null }
const SENT = {
  ...{ tokenDataId: TOKEN.tokenDataId, name: 'Stone #9', image: null, collectionName: 'Stones' },
  ...{ fromAddress: `0x${'5'.repeat(64)}`, propertyVersion: '0' },
}
const OFFER = {
  ...{ marketplace: 'own', offerId: '0x1', tokenBid: true, name: 'Stone #9', image: null, price: '1' },
  ...{ collectionName: 'Stones', collectionId: TOKEN.collectionId },
}
/** A request of every kind of dialog that the site has itself. */
const EVERY_KIND: readonly TradeRequest[] = [
  ...(['buy', 'buy-cart', 'list', 'update-price', 'relist', 'delist', 'transfer'] as const).map((kind) => ({
    kind,
    tokens: [TOKEN],
  })),
  { kind: 'accept-bid', tokens: [TOKEN] },
  { kind: 'token-bid', token: TOKEN },
  { kind: 'bid-above-floor', token: TOKEN },
  { kind: 'collection-bid', collection: COLLECTION },
  { kind: 'sweep', collection: COLLECTION, wish: { count: 1, excludedTokens: [], excludedMarketplaces: [] } },
  { kind: 'cancel-bid', bids: [OFFER] },
  { kind: 'claim', claim: SENT },
]
const user = userEvent.setup()
const refused = {
  ...SUCCESS,
  success: false,
  vmStatus: 'Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): gone',
}

afterEach(() => {
  cleanup()
  tradeRequest.set(null)
  trades.set([])
  connectDialog.set(false)
  vi.unstubAllGlobals()
})

async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false), { timeout: 4000 })
  await user.click(button)
}
/** Toasts and the words for failures are loaded when they are needed: on a busy machine that takes its time. */
const PATIENT = { timeout: 15_000 }

const says = (text: string | RegExp) => screen.findByText(text, {}, PATIENT)
const dialog = (name: string) => screen.findByRole('dialog', { name }, PATIENT)

describe('buying', () => {
  // @feature buy.dialog, trade.shape
  it('shows what and every octa of it in a dialog 720 wide', async () => {
    openDesk({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() } })
    const box = await dialog('BUY ITEMS')
    expect(box.style.getPropertyValue('--dialog-width')).toBe('720px')
    await says('Taker fee')
    const rows = within(box)
      .getAllByRole('term')
      .map((term) => term.textContent)
    expect(rows.map((row) => row?.replace(/[A-Z][a-z ]+the price$|As sim.*/, ''))).toEqual([
      'Price',
      'To the seller',
      'Own Market fee 1.5%',
      'Royalty 5%',
      'Taker fee',
      'Gas',
      'Total',
      'Balance after',
    ])
  })

  // @feature buy.fat-finger
  it('a price far over everything like it has to be typed', async () => {
    const dear = { priceOctas: '1100000000' }
    const answers = { [BUY]: () => quoteOf(dear, { items: [itemOf(dear)] }) }
    const { signAndSubmit } = openDesk({ kind: 'buy', tokens: [{ ...TOKEN, listedPrice: '1100000000' }] }, { answers })
    await says('Stone #9 costs 11 APT: 5 times the trait floor of 2 APT or more.')
    await screen.findByText('Taker fee')
    expect((screen.getByRole('button', { name: 'Confirm purchase' }) as HTMLButtonElement).disabled).toBe(true)
    await user.type(screen.getByLabelText('Type 11 to go on'), '11')
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
  })

  // @feature trade.as-shown
  it('shows what comes back to the wallet that signs', async () => {
    const back = { receivedOctas: '5000000', balanceAfterOctas: '404800000' }
    openDesk({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf(back) } })
    await says('Back to you')
  })

  // @feature buy.done
  it("toasts 'Buying successful' when the index has it", async () => {
    const { signAndSubmit } = openDesk({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() } })
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
  })

  // @feature buy.failed
  it("toasts 'Request Rejected' when the chain refuses, and says beside it what happened", async () => {
    openDesk({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() }, outcome: refused })
    await press('Confirm purchase')
    await says('Request Rejected')
    expect((await screen.findAllByText(/Nothing was moved except the gas fee/)).length).toBeGreaterThan(0)
  })

  // @feature trade.declined
  it('takes a no in the wallet as no error', async () => {
    const sign = async () => Promise.reject(new WalletRejectedError('User rejected'))
    openDesk({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() }, sign })
    await press('Confirm purchase')
    await says('You declined in your wallet. Nothing was sent and nothing was moved.')
    expect(trades.get()).toEqual([])
  })

  // @feature buy.gone
  it("is off with 'Token is already sold or delisted' when there is no listing", async () => {
    const reason = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
    const gone = quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
    openDesk({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => gone } })
    await says('Token is already sold or delisted')
    expect((screen.getByRole('button', { name: 'Confirm purchase' }) as HTMLButtonElement).disabled).toBe(true)
  })

  // @feature trade.checked-twice
  it.each([
    ['the price', { priceOctas: '100000001' }],
    ['the fee', { commissionOctas: '1500001' }],
    ['the balance', { balanceOctas: '499999999' }],
  ])('stops when %s is another just before signing', async (_what, change) => {
    let times = 0
    const answers = { [BUY]: () => quoteOf(times++ === 0 ? {} : change) }
    const { signAndSubmit } = openDesk({ kind: 'buy', tokens: [TOKEN] }, { answers })
    await press('Confirm purchase')
    await says('Something changed since you looked: check the figures again before you confirm.')
    expect(signAndSubmit).not.toHaveBeenCalled()
  })

  // @feature trade.many, buy.outcome
  it('says of many which one cannot be bought, and buys the others', async () => {
    const reason = { code: 'own-listing', sentence: 'This is your own listing.' }
    const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, reason })]
    const bodies: unknown[] = []
    const answers = { [BUY]: (body: unknown) => bodies.push(body) && quoteOf({}, { items }) }
    const { signAndSubmit } = openDesk({ kind: 'buy-cart', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await says('This is your own listing.')
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
    expect(bodies[0]).toMatchObject({ bestEffort: true, items: [{ maxPrice: '100000000' }, { listingId: 'b' }] })
  })
})

describe('bidding', () => {
  const open = (answers = {}) =>
    openDesk({ kind: 'token-bid', token: TOKEN }, { answers: { [BID]: () => quoteOf(), ...answers } })
  const price = () => screen.findByLabelText('Offer price')

  // @feature bid.dialog
  it('is 480 wide, with the local time zone beside the date', async () => {
    open()
    const box = await dialog('Place Bid')
    expect(box.style.getPropertyValue('--dialog-width')).toBe('480px')
    expect(screen.getByLabelText('Expiration date').getAttribute('type')).toBe('date')
    await says(new RegExp(Intl.DateTimeFormat().resolvedOptions().timeZone.replace('/', '\\/')))
  })

  // @feature bid.below-floor
  it("says 'Should be less than floor price' at the floor, and sends nothing", async () => {
    open()
    await says(/^Floor 1 APT/)
    await user.type(await price(), '1')
    await says('Should be less than floor price')
    expect((screen.getByRole('button', { name: 'Place Bid' }) as HTMLButtonElement).disabled).toBe(true)
  })

  // @feature bid.price-rules
  it("says 'Value cannot be negative' and 'Required.'", async () => {
    open()
    await user.type(await price(), '-1')
    await says('Value cannot be negative')
    await user.clear(screen.getByLabelText('Expiration date'))
    await says('Required.')
  })

  // @feature bid.minimum
  it("toasts 'Offer Price cannot be below than 0.001 ' below the least", async () => {
    open()
    await user.type(await price(), '0.0009')
    await press('Place Bid')
    const toast = await says(/Offer Price cannot be below than 0.001/)
    expect(toast.textContent).toBe('Offer Price cannot be below than 0.001 ')
  })

  // @feature bid.done, bid.expiry
  it("toasts 'Place Bid Sucessful', with the expiry in whole seconds", async () => {
    let body: { expirationTime?: string; price?: string } = {}
    open({
      [BID]: (asked: object) => {
        body = asked
        return quoteOf()
      },
    })
    await user.type(await price(), '0.5')
    await user.click(screen.getByRole('button', { name: '1 day' }))
    await press('Place Bid')
    await says('Place Bid Sucessful')
    expect(body.price).toBe('50000000')
    expect(Number(body.expirationTime) * 1000 - Date.now()).toBeGreaterThan(86_390_000 - 10_000)
    expect(body.expirationTime).toMatch(/^\d+$/)
  })

  // @feature bid.above-floor
  it('above the floor is another action, and asks to type the price', async () => {
    openDesk({ kind: 'bid-above-floor', token: TOKEN }, { answers: { [BID]: () => quoteOf() } })
    await says(/^Floor 1 APT/)
    await user.type(await price(), '1.5')
    const confirmation = await screen.findByLabelText('Type 1.5 to go on')
    expect((screen.getByRole('button', { name: 'Bid above floor' }) as HTMLButtonElement).disabled).toBe(true)
    await user.type(confirmation, '1.5')
    await press('Bid above floor')
    await says('Bid above floor Sucessful')
  })

  // @feature bid.reset
  it('forgets price, expiry and error when it is closed', async () => {
    open()
    await user.type(await price(), '-1')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => openTrade({ kind: 'token-bid', token: TOKEN }))
    expect(((await price()) as HTMLInputElement).value).toBe('')
    expect(screen.queryByText('Value cannot be negative')).toBeNull()
  })
})

describe('prices', () => {
  // @feature list.price-rules, list.price-minimum
  it.each([
    ['-1', 'Price cannot be below 0'],
    ['0.0005', 'Price cannot be below 0.001'],
  ])('%s is refused in a toast: %s', async (text, toast) => {
    openDesk({ kind: 'relist', tokens: [TOKEN] }, { answers: { [RELIST]: () => quoteOf() } })
    await user.type(await screen.findByLabelText('Price'), text)
    if (text === '-1') await says('Cannot be negative')
    await press('Move')
    await says(toast)
  })

  // @feature list.fat-finger
  it.each([
    ['0.4', /is half of the trait floor of 2 APT or less/],
    ['50', /is more than 20 times the trait floor of 2 APT/],
  ])('a slip, %s, has to be typed again', async (text, words) => {
    openDesk({ kind: 'list', tokens: [TOKEN] }, { answers: { [LIST]: () => quoteOf() } })
    await screen.findByRole('button', { name: 'Floor 1' })
    await user.type(screen.getByLabelText('Price'), text)
    await says(words)
    expect((screen.getByRole('button', { name: 'List' }) as HTMLButtonElement).disabled).toBe(true)
    await user.type(screen.getByLabelText(`Type ${text} to go on`), text)
    await press('List')
    await says('Listing successful')
  })

  // @feature list.reprice
  it('many listings are priced anew in a table, each where it is', async () => {
    let body: unknown
    const answers = {
      [UPDATE]: (asked: unknown) => {
        body = asked
        return quoteOf()
      },
    }
    openDesk({ kind: 'update-price', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    const table = await screen.findByRole('table', { name: 'New prices' })
    const [first, second] = within(table).getAllByRole('textbox')
    await user.type(first as HTMLElement, '1.9')
    await user.type(second as HTMLElement, '2.1')
    await press('Update price')
    expect(body).toMatchObject({
      items: [
        { marketplace: 'own', listingId: 'a', price: '190000000' },
        { marketplace: 'own', listingId: 'b', price: '210000000' },
      ],
    })
  })

  // @feature list.presets, list.many
  it('many start from a preset, some percent up', async () => {
    let body: unknown
    const answers = {
      [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () =>
        detailOf({ ...OTHER_TOKEN, lastSalePrice: '400000000' }),
      [LIST]: (asked: unknown) => {
        body = asked
        return quoteOf()
      },
    }
    openDesk({ kind: 'list', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await user.selectOptions(await screen.findByLabelText('Start from'), 'Trait floor')
    await user.type(screen.getByLabelText('Percent over or under'), '-10')
    await screen.findByRole('table', { name: 'New prices' })
    await waitFor(() => expect(screen.getAllByText('2').length).toBeGreaterThan(1))
    await user.click(screen.getByRole('button', { name: 'Apply to all' }))
    await press('List')
    await says('Listing successful')
    expect(body).toMatchObject({ items: [{ price: '180000000' }, { price: '180000000' }] })
  })

  // @feature list.move-failed
  it("a failed move toasts 'Error Reslisting Tokens'", async () => {
    openDesk({ kind: 'relist', tokens: [TOKEN] }, { answers: { [RELIST]: () => quoteOf() }, outcome: refused })
    await user.type(await screen.findByLabelText('Price'), '1.5')
    await press('Move')
    await says('Error Reslisting Tokens')
  })

  // @feature list.delist-many
  it("many elsewhere are refused with 'Please Delist one nft at a time'", async () => {
    const reason = { code: 'one-at-a-time', sentence: 'Please Delist one nft at a time' }
    const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, reason })]
    openDesk({ kind: 'delist', tokens: [TOKEN, OTHER_TOKEN] }, { answers: { [DELIST]: () => quoteOf({}, { items }) } })
    await says('Please Delist one nft at a time')
  })

  // @feature trade.not-successful
  it("what does not succeed says 'Failed to execute transaction.'", async () => {
    openDesk({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quoteOf() }, outcome: refused })
    await press('Delist')
    await says('Failed to execute transaction.')
  })
})

describe('selling into bids', () => {
  // @feature accept.failed
  it("toasts 'Error Accepting Bid' when it fails", async () => {
    openDesk({ kind: 'accept-bid', tokens: [TOKEN] }, { answers: { [ACCEPT]: () => quoteOf() }, outcome: refused })
    await press('Accept bid')
    await says('Error Accepting Bid')
  })

  // @feature accept.v2-refused
  it("says 'has no tokens bids for V2' in the venue's own words", async () => {
    const reason = { code: 'not-offered', sentence: 'The venue has no tokens bids for V2' }
    const none = quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
    openDesk({ kind: 'accept-bid', tokens: [TOKEN] }, { answers: { [ACCEPT]: () => none } })
    await says('The venue has no tokens bids for V2')
  })
})

describe('claiming', () => {
  const claim = {
    tokenDataId: TOKEN.tokenDataId,
    name: 'Stone #9 of Kings #9',
    image: null,
    collectionName: 'Stones',
    fromAddress: YOU,
    propertyVersion: '0',
  }

  // @feature claim.dialog, claim.done
  it('shows the name from its last #, and closes when it is done', async () => {
    const onSettled = vi.fn()
    openDesk({ kind: 'claim', claim, onSettled }, { answers: { [CLAIM]: () => quoteOf() } })
    await dialog('Claim NFT')
    await says('#9')
    await says('Not Claimed')
    await press('Claim')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENT)
    await waitFor(() => expect(onSettled).toHaveBeenCalledWith('confirmed'))
  })

  // @feature claim.failed
  it.each([
    ['the chain refuses', { outcome: refused }],
    ['the wallet fails', { sign: () => Promise.reject(new Error('no connection')) }],
  ])("toasts 'Error Claiming NFT' and closes when %s", async (_words, options) => {
    openDesk({ kind: 'claim', claim }, { answers: { [CLAIM]: () => quoteOf() }, ...options })
    await press('Claim')
    await says('Error Claiming NFT')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('any dialog', () => {
  // @feature list.transfer
  it('gives tokens only to whole addresses and names', async () => {
    openDesk({ kind: 'transfer', tokens: [TOKEN] }, { answers: { [TRANSFER]: () => quoteOf() } })
    await user.type(await screen.findByLabelText('To'), '0x5e')
    await says('Neither an address nor a .apt name')
    await user.clear(screen.getByLabelText('To'))
    await user.type(screen.getByLabelText('To'), `0x${'5e'.repeat(32)}`)
    await press('Transfer')
    await says('Transfer successful')
  })

  it('says when the server cannot be reached, and that nothing was moved', async () => {
    const fail = () => {
      throw new ApiFailure(500, 'The server failed.')
    }
    openDesk({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: fail } })
    await says('The server failed.')
    expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy()
  })

  // @feature wallet.network-change
  it('offers the way back when the wallet is on another network', async () => {
    openDesk({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quoteOf() } })
    walletSession.set((before) => ({ ...before, wrongNetwork: true }))
    await screen.findByRole('button', { name: 'Your wallet is on another network: switch it' })
  })

  // @feature trade.login-first, wallet.asked-for
  it.each(EVERY_KIND)(
    '$kind leads through the connect dialog first, and goes on when a wallet is there',
    async (request) => {
      const asked = vi.fn(() => quoteOf())
      const paths = [BUY, SWEEP, LIST, UPDATE, RELIST, DELIST, BID, ACCEPT, CANCEL, CLAIM, TRANSFER]
      openDesk(request, { answers: Object.fromEntries(paths.map((path) => [path, asked])), visitor: true })
      await waitFor(() => expect(connectDialog.get()).toBe(true))
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(asked).not.toHaveBeenCalled()
      act(() => {
        walletSession.set((before) => ({ ...before, status: 'connected', address: YOU }))
        connectDialog.set(false)
      })
      await screen.findByRole('dialog', {}, PATIENT)
      expect(tradeRequest.get()).toBe(request)
    },
  )

  // @feature trade.login-first, wallet.asked-for
  it('gives up when the connect dialog is closed', async () => {
    const onSettled = vi.fn()
    openDesk({ kind: 'buy', tokens: [TOKEN], onSettled }, { visitor: true })
    await waitFor(() => expect(connectDialog.get()).toBe(true))
    act(() => connectDialog.set(false))
    await waitFor(() => expect(onSettled.mock.calls).toEqual([['closed']]))
    expect(tradeRequest.get()).toBeNull()
  })

  it('tells whoever opened it that it was closed', async () => {
    const onSettled = vi.fn()
    openDesk({ kind: 'delist', tokens: [TOKEN], onSettled }, { answers: { [DELIST]: () => quoteOf() } })
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    expect(onSettled.mock.calls).toEqual([['closed']])
  })

  // @feature trade.tray
  it('may be closed while it is under way: the tray keeps it and says how it ended', async () => {
    let tell: (hash: string) => void = () => {}
    const sign = () => new Promise<string>((resolve) => (tell = resolve))
    openDesk({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quoteOf() }, sign })
    await press('Delist')
    await waitFor(() => expect(trades.get()[0]?.state).toBe('asking'))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    const tray = await screen.findByRole('region', { name: 'Your transactions' })
    within(tray).getByText('Waiting for your wallet')
    tell(`0x${'f'.repeat(64)}`)
    await within(tray).findByText('Confirmed', {}, PATIENT)
  })
})
