import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf } from '../testing/trade-harness.tsx'
import { MoneySplitList } from './money-split-list.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

it('shows the direction of each amount: gas is paid, storage is refunded', () => {
  renderSite(<MoneySplitList flow="none" answer={answerOf({ storageRefundOctas: '90000' })} />, {})
  expect(amountOf('Gas')).toBe('0.002')
  expect(amountOf('Storage deposit refund')).toMatch(/^\+0\.0009/)
})

it.each(['none', 'list', 'bid', 'pool-bid', 'buy'] as const)(
  '%s: shows refunds below what is paid, and the total once: next to the button where the dialog says it there',
  (flow) => {
    const money = {
      balanceOctas: '100000000',
      totalOctas: '14000000',
      receivedOctas: '500000',
      storageRefundOctas: '90000',
    }
    renderSite(<MoneySplitList flow={flow} answer={answerOf({ ...money, balanceAfterOctas: '86590000' })} />, {})
    const names = screen.getAllByRole('term').map((term) => term.firstChild?.textContent ?? '')
    const total = flow === 'none' || flow === 'list' ? ['You pay now'] : []
    expect(names.slice(names.indexOf('Gas'))).toEqual([
      'Gas',
      ...total,
      'Returned to you',
      'Storage deposit refund',
      'Balance after',
    ])
    expect(amountOf('Returned to you')).toMatch(/^\+/)
  },
)

it.each([
  ['sell', 'You receive'],
  ['unlock', 'You receive'],
  ['buy', null],
  ['list', 'You receive'],
  ['none', 'You pay now'],
] as const)('%s: the one large line is %s', (flow, name) => {
  renderSite(<MoneySplitList flow={flow} answer={answerOf({ receivedOctas: '98500000' })} />, {})
  const large = screen.getAllByRole('term').filter((term) => term.parentElement?.dataset.line !== undefined)
  expect(large.map((term) => term.firstChild?.textContent)).toEqual(name === null ? [] : [name])
})

it.each(['sell', 'unlock', 'withdraw'] as const)('%s: says what is paid besides gas, and gas once', (flow) => {
  const rows = (totalOctas: string) => {
    renderSite(<MoneySplitList flow={flow} answer={answerOf({ gasOctas: '4100', totalOctas })} />, {})
    const isThere = screen.queryByText('You pay now') !== null
    cleanup()
    return isThere
  }
  expect([rows('4100'), rows('4101')]).toEqual([false, true])
})

it.each([
  ['98500000', false],
  ['99000000', true],
])('says the proceeds of a sale once, unless a royalty of one’s own comes on top: %s', (receivedOctas, isSaidTwice) => {
  const answer = answerOf({ sellerOctas: '98500000', receivedOctas })
  renderSite(<MoneySplitList flow="sell" answer={answer} />, {})
  expect(screen.queryByText('Net proceeds') !== null).toBe(isSaidTwice)
})

it.each([
  [1, 'Seller receives'],
  [2, 'Sellers receive'],
])('names the share of the sellers of %i items: %s', (count, name) => {
  const items = Array.from({ length: count }, () => itemOf())
  renderSite(<MoneySplitList flow="buy" answer={{ ...answerOf(), items }} />, {})
  screen.getByText(name)
})

// @feature buy.dialog
it.each([
  ['one item that is bought', 'buy', 1, ['mara-voss.apt']],
  ['several', 'buy', 2, []],
  ['an item that one sells', 'sell', 1, []],
] as const)('names the seller of %s', async (_, flow, count, names) => {
  const seller = `0x${'d'.repeat(64)}`
  const listing = { marketplace: 'own', listingId: 'a', seller, priceOctas: '1', propertyVersion: '0' }
  const items = Array.from({ length: count }, () => itemOf({ listing }))
  renderSite(<MoneySplitList flow={flow} answer={{ ...answerOf(), items }} />, {
    '/data/user/names': () => ({ data: [{ wallet_address: seller, name: 'mara-voss.apt', is_wallet_address: true }] }),
  })
  if (names.length > 0) {
    expect(screen.getByText('0xdddd…dddd').closest('dt')?.textContent).toContain('Seller receives')
    await screen.findByText('mara-voss.apt')
  }
  expect(screen.queryAllByText(/^0xdddd|mara-voss/).map(({ textContent }) => textContent)).toEqual(names)
})

// @feature format.gas
it('shows gas as exact as the total that it is', () => {
  const money = { gasOctas: '173600', totalOctas: '173600' }
  renderSite(<MoneySplitList flow="list" answer={answerOf(money)} />, {})
  expect(amountOf('Gas')).toBe('0.001736')
  expect(amountOf('You pay now')).toBe('0.0017360.001736 APT')
})

// @feature trade.as-shown
it.each([
  ['5936096940800', '59,360.96', '59,360.969408 APT'],
  ['999999', '< 0.01', '0.00999999 APT'],
  [null, '-', undefined],
])('shows what is left as a balance, to the octa on hover: %s', (balanceAfterOctas, shown, exact) => {
  renderSite(<MoneySplitList flow="none" answer={answerOf({ balanceAfterOctas })} />, {})
  expect(amountOf('Balance after')).toBe(shown)
  const amount = screen.getByText('Balance after').closest('dt')?.nextElementSibling?.firstElementChild
  expect(amount?.getAttribute('title') ?? undefined).toBe(exact)
})

// @feature bid.collection
it.each([
  ['1', 'Bid price', '1', null],
  ['3', 'Bid total', '3', '3 × 1'],
  ['2500', 'Bid total', '2,500', '2,500 × 1'],
])('names the price of a bid on %s tokens: %s', (quantity, name, amount, hint) => {
  const answer = answerOf({ priceOctas: `${quantity}00000000` }, { items: [itemOf({ quantity })] })
  renderSite(<MoneySplitList flow="bid" answer={answer} />, {})
  expect(amountOf(name)).toBe(`${amount}${amount} APT`)
  expect(screen.queryByText(/ × /)?.textContent ?? null).toBe(hint)
})

// @feature trade.price-held
it.each([
  ['buy', 'call', 'You pay at most 1 APT, plus gas. Otherwise the transaction fails.'],
  ['buy', 'aggregator', 'You pay at most 1 APT, plus gas. Otherwise the transaction fails.'],
  [
    'buy',
    'none',
    'This price isn’t locked on-chain: if it or a fee changes before the transaction executes, you may pay more.',
  ],
] as const)('%s with %s states the limit that the chain enforces', (flow, priceGuard, sentence) => {
  renderSite(<MoneySplitList flow={flow} answer={answerOf({}, { priceGuard })} />, {})
  expect(screen.getByText(sentence)).toBeTruthy()
})

// @feature trade.price-held
it.each([
  ['aggregator', 'Items that sell out or cost more by then are left out, or the whole transaction fails.'],
  ['call', 'Otherwise the transaction fails.'],
  ['script', 'Otherwise the transaction fails.'],
] as const)(
  'says of a purchase of what is left that it leaves out the rest only where something does: %s',
  (priceGuard, sentence) => {
    renderSite(<MoneySplitList flow="buy" isBestEffort answer={answerOf({}, { priceGuard })} />, {})
    screen.getByText(`You pay at most 1 APT, plus gas. ${sentence}`)
  },
)

it("shows the least proceeds of a sale including the seller's royalty, and nothing where no money moves", () => {
  const sold = answerOf({ totalOctas: '200000', receivedOctas: '98500000' }, { priceGuard: 'script' })
  renderSite(<MoneySplitList flow="sell" answer={sold} />, {})
  expect(screen.getByText('You receive at least 0.985 APT, before gas. Otherwise the transaction fails.')).toBeTruthy()
  cleanup()
  renderSite(<MoneySplitList flow="list" answer={answerOf()} />, {})
  expect(screen.queryByText(/Otherwise the transaction/)).toBeNull()
})

// @feature trade.wallet-deadline
it.each([true, false])('explains a wallet without expiration times: %s', (setsOwnDeadline) => {
  const actions = { signAndSubmit: async () => '0x1', disconnect: async () => {}, refreshBalance: async () => true }
  const more = { sequenceNumber: async () => null, switchNetwork: async () => {}, signIn: null }
  walletActions.set({ ...actions, ...more, setsOwnDeadline })
  walletSession.set((before) => ({ ...before, walletName: 'Petra' }))
  renderSite(<MoneySplitList flow="buy" answer={answerOf()} />, {})
  const said = screen.queryByText('Petra sets its own deadline for this transaction.') !== null
  expect(said).toBe(setsOwnDeadline)
})

// @feature trade.placing-fee
it('names the placing fee where there is one', () => {
  renderSite(<MoneySplitList flow="list" answer={answerOf({ placingFeeOctas: '1000000' })} />, {})
  expect(screen.getByText('Placing fee').closest('div')?.textContent).toContain('0.01')
  cleanup()
  renderSite(<MoneySplitList flow="list" answer={answerOf()} />, {})
  expect(screen.queryByText('Placing fee')).toBeNull()
})

function amountOf(name: string): string | undefined {
  return screen.getByText(name).closest('dt')?.nextElementSibling?.textContent
}
