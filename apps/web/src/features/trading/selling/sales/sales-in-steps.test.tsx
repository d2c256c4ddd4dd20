import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WalletRejectedError } from '../../../../entities/wallet/wallet-session.ts'
import { testingItem } from '../../../../testing/testing-item.ts'
import {
  type AskedItems,
  HASH,
  holding,
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  ownListing,
  quoteOf,
  recordQuotes,
  TOKEN,
  tokensOf,
} from '../../testing/trade-harness.tsx'
import { ACCEPT, acceptLabel, PATIENT, press, resetTradeHarness, says } from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const LATER = { code: 'one-at-a-time', sentence: 'These can’t share one transaction. Do them one at a time.' }

const SECOND = {
  tokenDataId: OTHER_TOKEN.tokenDataId,
  name: OTHER_TOKEN.name,
  priceOctas: '90000000',
  sellerOctas: '84150000',
  royaltyOctas: '4500000',
  commissionOctas: '1350000',
}

describe('a sale into bids that needs several transactions', () => {
  // @feature trade.steps, accept.many
  it('sells what does not fit one transaction in the next, for no less than was shown', async () => {
    const { bodies, answers } = recordQuotes<AskedItems>(ACCEPT, ({ items }) =>
      items.length === 2
        ? quoteOf({ receivedOctas: '93500000' }, { items: [itemOf(), itemOf({ ...SECOND, reason: LATER })] })
        : quoteOf({ receivedOctas: '84150000' }, { items: [itemOf(SECOND)] }),
    )
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
    await press(acceptLabel(2))
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
        (asked as AskedItems).items.length === 2
          ? quoteOf({}, { items: [itemOf(), itemOf({ ...SECOND, reason: LATER })], priceGuard: first })
          : quoteOf({}, { items: [itemOf(SECOND)], priceGuard: last }),
    }
    const { signAndSubmit } = openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await press(acceptLabel(2))
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(1), PATIENT)
    // Without a lock the next one is confirmed by itself.
    if (last === 'none') await press('Accept bid')
    const done = await screen.findByRole('dialog', { name: '2 items sold' }, PATIENT)
    expect(within(done).queryAllByText('You received')).toHaveLength(isHeld ? 1 : 0)
  })

  // @feature trade.steps, trade.declined
  it.each([
    [1, 'Accept 3 bids', 'You receive for 3 items', '2.5265 APT', '1.5'],
    [2, 'Accept 2 bids', 'You receive for 2 items', '1.5915 APT', '1'],
    [3, 'Accept bid', 'You receive', '0.75 APT', '0.5'],
  ])('says what is left and what that brings when transaction %i is declined', async (...row) => {
    const [declined, title, label, sum, cost] = row
    const nets = ['93500000', '84150000', '75000000']
    const tokens = tokensOf(nets.length)
    const answers = {
      [ACCEPT]: (asked: unknown) => {
        const items = (asked as AskedItems).items.map(({ tokenDataId }, at) => {
          const sellerOctas = nets[tokens.findIndex((token) => token.tokenDataId === tokenDataId)] ?? null
          return itemOf({
            tokenDataId,
            sellerOctas,
            listing: { ...ownListing('5575000000'), listingId: tokenDataId },
            ...(at > 0 && { reason: LATER }),
          })
        })
        return quoteOf({ receivedOctas: items[0]?.sellerOctas ?? '0' }, { items, priceGuard: 'call' })
      },
      ...holding(...tokens.map(({ tokenDataId }) => testingItem(tokenDataId, { costPrice: '50000000' }))),
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
    ['brings less, by a royalty that rose', { sellerOctas: '60000000', royaltyOctas: '28650000' }, {}, 'call'],
    ['brings one octa less', { sellerOctas: '84149999' }, {}, 'call'],
    ['had no price to compare with', {}, { priceOctas: null, sellerOctas: null }, 'call'],
    ['is on another marketplace', { marketplace: 'other' }, {}, 'call'],
    ['is not held to its price by the chain', {}, {}, 'none'],
  ] as const)('asks the user again when a later sale %s', async (_, now, before, priceGuard) => {
    const answers = {
      [ACCEPT]: (asked: unknown) =>
        (asked as AskedItems).items.length === 2
          ? quoteOf({}, { items: [itemOf(), itemOf({ ...SECOND, ...before, reason: LATER })] })
          : quoteOf({}, { items: [itemOf({ ...SECOND, ...now })], priceGuard }),
    }
    const { signAndSubmit } = openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await press(acceptLabel(2))
    await says('The terms have changed since you confirmed. Check what you receive now.')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
    await press(acceptLabel(1))
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledTimes(2), PATIENT)
  })
})
