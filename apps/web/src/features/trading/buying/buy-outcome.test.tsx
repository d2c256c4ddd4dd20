import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testingItem } from '../../../testing/testing-item.ts'
import { dismissTrade, trades } from '../confirmation/pending-trades.ts'
import {
  holding,
  holdingsOf,
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  recordQuotes,
  TOKEN,
  YOU,
} from '../testing/trade-harness.tsx'
import { BUY, PATIENT, press, resetTradeHarness, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const SELLER = `0x${'b'.repeat(64)}`

describe('what became of a purchase', () => {
  // @feature trade.many, buy.outcome
  it('names the token that cannot be bought, and buys the others', async () => {
    const reason = { code: 'own-listing', sentence: 'This is your own listing.' }
    const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, reason })]
    const { bodies, answers } = recordQuotes(BUY, () => quoteOf({}, { items }))
    const { signAndSubmit } = openTradeDialog(
      { kind: 'buy-cart', tokens: [TOKEN, OTHER_TOKEN] },
      { answers: { ...answers, ...holding(testingItem(TOKEN.tokenDataId)) } },
    )
    await says('This is your own listing.')
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
    expect(bodies[0]).toMatchObject({ bestEffort: true, items: [{ maxPrice: '100000000' }, { listingId: 'b' }] })
  })

  // @feature buy.magic, buy.outcome
  it.each([
    ['both', [YOU, YOU], '2 items bought for 2', 'List 2 for sale'],
    ['one of two', [YOU, SELLER], 'Stone #9 is yours for 1', 'List it for sale'],
    ['none', [SELLER, SELLER], null, null],
  ])('congratulates on what was bought of a cart: %s', async (_, owners, words, next) => {
    const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name })]
    const asked = vi.fn()
    const answers = {
      [BUY]: () => quoteOf({}, { items }),
      [`/data/user/tokens/${YOU}`]: (_: unknown, { searchParams }: URL) => {
        asked(searchParams.getAll('tokenDataId'))
        const held = [TOKEN, OTHER_TOKEN].filter((_token, at) => owners[at] === YOU)
        return holdingsOf(held.map(({ tokenDataId }) => testingItem(tokenDataId)))
      },
    }
    openTradeDialog({ kind: 'buy-cart', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await press('Confirm purchase')
    const results = await screen.findByRole('region', { name: 'Results' }, PATIENT)
    // One call for all of them, repeated when all queries are refetched.
    const all = [TOKEN.tokenDataId, OTHER_TOKEN.tokenDataId]
    for (const [ids] of asked.mock.calls) expect(ids).toEqual(all)
    const left = owners.filter((owner) => owner !== YOU)
    expect(within(results).queryAllByText(/^Not in your wallet/)).toHaveLength(left.length)
    expect(screen.queryByRole('dialog', { name: 'Congratulations!' }) !== null).toBe(words !== null)
    // The art shows what was bought: the table is folded while it explains nothing.
    expect(results.closest('details') !== null).toBe(owners.every((owner) => owner === YOU))
    if (words === null) return
    expect(screen.getByRole('dialog').textContent).toContain(words)
    expect(screen.getByRole('button', { name: next })).toBeDefined()
  })

  // @feature buy.outcome
  it.each([
    ['the second of two editions', { 7: '1' }, ['Edition 0: not bought', 'Edition 7: bought'], 'List it for sale'],
    ['both editions', { 0: '1', 7: '1' }, ['Edition 0: bought', 'Edition 7: bought'], 'List 2 for sale'],
    // Holdings do not say which listing they come from.
    [
      'one of two listings of an edition',
      { 7: '1' },
      ['Edition 7: bought', 'Edition 7: not bought'],
      'List it for sale',
    ],
    ['both listings of an edition', { 7: '2' }, ['Edition 7: bought', 'Edition 7: bought'], 'List it for sale'],
  ])('distinguishes the editions of a token: bought %s', async (_, holdings, outcomes, next) => {
    const names = { creatorAddress: SELLER, collection: 'Stones', token: 'Stone #9' }
    const items = outcomes.map((outcome, at) => {
      const [, propertyVersion = ''] = /^Edition (\d+)/.exec(outcome) ?? []
      const place = { marketplace: 'own', listingId: `listing ${at}`, seller: SELLER, priceOctas: '100000000' }
      const listing = { ...place, propertyVersion }
      return itemOf({ listingId: listing.listingId, names: { ...names, propertyVersion }, listing })
    })
    const held = Object.entries(holdings).map(([propertyVersion, amount]) =>
      testingItem(TOKEN.tokenDataId, { propertyVersion, held: amount, tokenStandard: 'v1' }),
    )
    const answers = {
      [BUY]: () => quoteOf({}, { items }),
      ...holding(...held),
    }
    const tokens = items.map(({ listingId }) => ({ ...TOKEN, listingId }))
    openTradeDialog({ kind: 'buy-cart', tokens }, { answers })
    await press('Confirm purchase')
    const results = await screen.findByRole('region', { name: 'Results' }, PATIENT)
    const rows = within(results).getAllByRole('row').slice(1)
    expect(
      rows.map(({ textContent: text }) => {
        return `${/Edition \d/.exec(text)?.[0]}: ${text.includes('Not in your wallet') ? 'not bought' : 'bought'}`
      }),
    ).toEqual(outcomes)
    expect(screen.getByRole('button', { name: next })).toBeDefined()
  })

  // @feature buy.outcome
  it.each([
    ['what is bought together or not at all was bought', false],
    ['nothing of what was paid for an item of a cart', true],
  ])('says where a creator has taken an item away since: %s', async (_, isBestEffort) => {
    const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name })]
    const answers = {
      [BUY]: () => quoteOf({}, { items }),
      ...holding(testingItem(TOKEN.tokenDataId)),
    }
    openTradeDialog({ kind: isBestEffort ? 'buy-cart' : 'buy', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await press('Confirm purchase')
    const results = await screen.findByRole('region', { name: 'Results' }, PATIENT)
    const taken = within(results).queryAllByText(/^Not in your wallet: .*or it has left your wallet since/)
    expect(taken).toHaveLength(isBestEffort ? 1 : 0)
    expect(screen.getByRole('dialog').textContent).toContain(isBestEffort ? 'is yours for 1' : '2 items bought for 2')
  })

  // @feature buy.outcome
  it('still says what became of each item after the tray has dropped the purchase', async () => {
    const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name })]
    const answers = {
      [BUY]: () => quoteOf({}, { items }),
      ...holding(...items.map(({ tokenDataId }) => testingItem(tokenDataId ?? ''))),
    }
    openTradeDialog({ kind: 'buy-cart', tokens: [TOKEN, OTHER_TOKEN] }, { answers })
    await press('Confirm purchase')
    await says('Buying successful')
    const results = await screen.findByRole('region', { name: 'Results' })
    expect(screen.queryByRole('region', { name: 'Items to buy' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    await waitFor(() => expect(trades.get()[0]?.state).toBe('confirmed'))
    act(() => dismissTrade(trades.get()[0]?.id ?? ''))
    expect(trades.get()).toEqual([])
    expect(results.isConnected).toBe(true)
    expect(within(results).getAllByText(/Stone #/)).toHaveLength(2)
  })
})
