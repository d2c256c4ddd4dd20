import { readFileSync } from 'node:fs'
import type { BestExit } from '@opal/contract/portfolio'
import type { Listing } from '@opal/contract/shapes/orders'
import type { TokenDetail } from '@opal/contract/tokens'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { type ApiAnswers, hydrateSite, renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { testingItem, testingListing } from '../../../testing/testing-item.ts'
import { TokenCards } from '../token-cards.tsx'
import { InstantSell } from './instant-sell.tsx'

// @vitest-environment happy-dom
const YOU = `0x${'a'.repeat(64)}`
const OTHER = `0x${'b'.repeat(64)}`
const ownedBy = (walletAddress: string) => ({ owner: { walletAddress, aptosName: null, isWalletAddress: true } })

const EXIT: BestExit = {
  netOctas: '49950000',
  priceOctas: '54000000',
  commissionOctas: '1350000',
  royaltyOctas: '2700000',
  marketplace: 'own',
  offerId: 'theirs',
  tokenBid: false,
  setRoot: null,
  fillable: '1',
}
/** The top bid is the viewer's own. */
const OWN_BID = {
  price: '60000000',
  offerId: 'mine',
  marketplace: 'own',
  remainingTokenAmount: '1',
  topTokenBid: false,
}

function listed(change: Partial<Listing>): Listing {
  return testingListing(testingDetail().tokenDataId, { seller: YOU, ...change })
}

function holding(bestExit: BestExit | null) {
  const token = testingDetail()
  const tokens = vi.fn(() => ({ data: [{ ...testingItem(token.tokenDataId), bestExit }], nextCursor: null, total: 1 }))
  return { tokens, answers: { [`/data/user/tokens/${YOU}`]: tokens } satisfies ApiAnswers }
}

beforeEach(() => walletSession.set((before) => ({ ...before, status: 'connected', address: YOU })))
afterEach(() => {
  cleanup()
  pendingTokens.set(new Set())
  finishCommand('openTrade')
  walletSession.set((before) => ({ ...before, status: 'disconnected', address: null }))
  vi.unstubAllGlobals()
})

describe('instant sell', () => {
  // @feature accept.instant-sell, accept.only-with-bid
  it.each([
    ['not listed', {}],
    ['listed', { listings: [listed({})] }],
    ['reserved for another wallet', { listings: [listed({ validity: 'reserved' })] }],
    ['listed by another holder', { listedPrice: '65000000', listings: [listed({ seller: OTHER })] }],
  ] satisfies [string, Partial<TokenDetail>][])(
    'shows the bid that the dialog gets and its proceeds, for a token that is %s',
    async (state, change) => {
      const token = testingDetail({ ...ownedBy(YOU), topBid: OWN_BID, listedPrice: null, listings: [], ...change })
      renderSite(<InstantSell token={token} />, holding(EXIT).answers)
      const sell = await screen.findByRole('button', { name: 'Sell now for 0.4995 APT after fees' })
      screen.getByText('You receive')
      for (const exact of ['0.54 APT', '0.0135 APT', '0.027 APT', '0.4995 APT']) screen.getByTitle(exact)
      const isOwn = state === 'listed' || state === 'reserved for another wallet'
      expect(screen.queryByText(/Your listing is canceled/) !== null).toBe(isOwn)
      await userEvent.click(sell)
      expect(commandRequest('openTrade')).toMatchObject({
        kind: 'accept-bid',
        tokens: [{ tokenDataId: token.tokenDataId, bid: { marketplace: 'own', offerId: 'theirs', price: '54000000' } }],
        shownOctas: '49950000',
      })
      act(() => pendingTokens.set(new Set([token.tokenDataId])))
      expect(screen.queryByRole('button')).toBeNull()
    },
  )

  // @feature trade.editions
  it('is for the edition that is shown, of several that the viewer holds', async () => {
    const token = testingDetail({ ...ownedBy(YOU), propertyVersion: '7' })
    const row = (propertyVersion: string, bestExit: BestExit) => {
      return { ...testingItem(token.tokenDataId), propertyVersion, editionsHeld: 2, bestExit }
    }
    const data = [row('0', { ...EXIT, priceOctas: '99000000', offerId: 'of the first' }), row('7', EXIT)]
    const answers = { [`/data/user/tokens/${YOU}`]: () => ({ data, nextCursor: null, total: 2 }) }
    renderSite(<InstantSell token={token} />, answers)
    await userEvent.click(await screen.findByRole('button', { name: 'Sell now for 0.4995 APT after fees' }))
    expect(commandRequest('openTrade')).toMatchObject({
      tokens: [{ propertyVersion: '7', bid: { offerId: 'theirs' } }],
    })
  })

  // @feature accept.instant-sell
  it('has a panel of 305 px', () => {
    const sheet = readFileSync(`${import.meta.dirname}/instant-sell.module.css`, 'utf8')
    expect(/\.panel \{[^}]*\n {2}height: 305px;/.test(sheet)).toBe(true)
  })

  // @feature accept.instant-sell
  it.each([
    ['a bid', OWN_BID, true],
    ['no bid', null, false],
  ])('keeps its room while the proceeds of a token with %s load', async (_, topBid, hasRoom) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const answers = { [`/data/user/tokens/${YOU}`]: () => promise }
    const { container } = renderSite(<InstantSell token={testingDetail({ ...ownedBy(YOU), topBid })} />, answers)
    const room = () =>
      [...container.querySelectorAll<HTMLElement>('[style*="height"]')].map(({ style }) => style.height)
    expect(room()).toEqual(hasRoom ? ['305px'] : [])
    resolve(holding(EXIT).tokens())
    await screen.findByRole('region', { name: 'Instant sell' })
    expect(room()).toEqual([])
  })

  // @feature accept.instant-sell
  it.each([
    ['a bid', OWN_BID, true],
    ['no bid', null, false],
  ])(
    'has its room in the page of the server, of a token with %s, where the stored wallet is its owner',
    async (_, topBid, hasRoom) => {
      walletSession.set(walletSession.initial)
      const token = testingDetail({ ...ownedBy(OTHER), topBid })
      const { html, container } = await hydrateSite(<InstantSell token={token} />, {})
      expect(html.includes('height:305px')).toBe(hasRoom)
      expect(html.includes(`:root[data-wallet="${OTHER}"] .`)).toBe(hasRoom)
      // Once the viewer is known, only an owner has it.
      expect(container.innerHTML).not.toContain('305px')
    },
  )

  // @feature accept.only-with-bid
  it("is hidden when the only bid is the viewer's own", async () => {
    const { tokens, answers } = holding(null)
    renderSite(<InstantSell token={testingDetail({ ...ownedBy(YOU), topBid: OWN_BID })} />, answers)
    await waitFor(() => expect(tokens).toHaveBeenCalled())
    await act(async () => {})
    expect(screen.queryByRole('region', { name: 'Instant sell' })).toBeNull()
  })

  // @feature accept.only-with-bid
  it('is hidden from viewers who do not hold the token', async () => {
    const { tokens, answers } = holding(EXIT)
    renderSite(<InstantSell token={testingDetail({ ...ownedBy(OTHER), topBid: OWN_BID })} />, answers)
    await act(async () => {})
    expect(screen.queryByRole('button')).toBeNull()
    expect(tokens).not.toHaveBeenCalled()
  })
})

const others = (ofCollection: string | null, ofToken: string | null): ApiAnswers => {
  const { tokenDataId, collectionId } = testingDetail()
  const bid = {
    collectionId,
    price: ofCollection,
    offerId: 'c',
    remainingTokenAmount: '2',
    isPooled: false,
    marketplace: 'own',
  }
  const rest = { contractAddress: OTHER, buyer: OTHER, expiresAtSeconds: null }
  const own = {
    tokenDataId,
    topBid: ofToken,
    offerId: ofToken && 't',
    marketplace: ofToken && 'own',
    buyer: ofToken && OTHER,
  }
  const asked = (url: URL) => expect(url.searchParams.get('walletAddress')).toBe(YOU)
  return {
    [`/data/collection/biddings/top/${collectionId}`]: (_, url) => {
      asked(url)
      return ofCollection === null ? null : { ...bid, ...rest }
    },
    '/data/collection/biddings/tokens/top': (_, url) => {
      asked(url)
      return { data: [own] }
    },
  }
}

// @feature token.top-bid-of-others
describe('the top bid that a connected wallet is shown', () => {
  it.each([
    ['the collection’s', '54000000', null, '0.54'],
    ['the collection’s where the token’s is no higher', '54000000', '54000000', '0.54'],
    ['the token’s where it is higher', '54000000', '55000000', '0.55'],
    ['the token’s alone', null, '20000000', '0.2'],
  ])('is %s, not its own', async (_, ofCollection, ofToken, shown) => {
    renderSite(<TokenCards token={testingDetail({ topBid: OWN_BID })} />, others(ofCollection, ofToken))
    await screen.findByText(shown)
    expect(screen.queryByText('0.6')).toBeNull()
  })

  it('is empty when only the wallet itself bids', async () => {
    renderSite(<TokenCards token={testingDetail({ topBid: OWN_BID })} />, others(null, null))
    await waitFor(() => expect(screen.queryByText('0.6')).toBeNull())
  })

  it('includes every bid for a visitor', async () => {
    walletSession.set((before) => ({ ...before, status: 'disconnected', address: null }))
    renderSite(<TokenCards token={testingDetail({ topBid: OWN_BID })} />, others('54000000', null))
    await screen.findByText('0.6')
  })
})
