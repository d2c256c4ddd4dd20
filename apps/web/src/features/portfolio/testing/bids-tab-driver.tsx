import type { BidItem } from '@opal/contract/bids'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { finishCommand } from '../../../app/commands.ts'
import { pendingBids } from '../../../entities/order/pending-bids.ts'
import { ownCosts } from '../../../entities/token/own-costs.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { type ApiAnswers, renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem } from '../../../testing/testing-item.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import BidsTab from '../bids/bids-tab.tsx'
import type { ItemsPage } from '../portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW, type PortfolioView } from '../portfolio-view.ts'

export const idOf = (at: number) => `0x${String(at).repeat(64)}`
export const { collectionId } = testingItem(idOf(1))
export const stone = (at: number, change: Partial<PortfolioToken> = {}) =>
  testingItem(idOf(at), { name: `Stone #${at}`, ...change })

export const answerBids = (bids: readonly BidItem[], wallet = ME): ApiAnswers => ({
  [`/data/user/biddings/${wallet}`]: () => ({ data: bids, nextCursor: null }),
})

interface Shown {
  wallet?: string
  view?: Partial<PortfolioView>
  marketplaces?: typeof MARKETPLACES
  onViewChange?(view: PortfolioView): void
}

/** Shows a tab of bids, of the connected wallet if no other is named. */
export function renderBids(
  type: 'made' | 'received',
  answers: ApiAnswers,
  { wallet = ME, view, marketplaces = MARKETPLACES, onViewChange = () => {} }: Shown = {},
) {
  const whole = { ...DEFAULT_PORTFOLIO_VIEW, tab: `bids-${type}` as const, ...view }
  return renderSite(
    <BidsTab wallet={wallet} type={type} view={whole} onViewChange={onViewChange} />,
    answers,
    marketplaces,
  )
}

/** Called with the collection of each request for the wallet's items. */
export const asked = vi.fn<(collectionId: string | null) => void>()

/** Shows bids received by a wallet that holds some items. */
export function openReceived(
  bids: readonly BidItem[],
  items: (cursor: string | null) => readonly PortfolioToken[] | ItemsPage,
  marketplaces = MARKETPLACES,
  others: ApiAnswers = {},
) {
  const answers = {
    ...others,
    ...answerBids(bids),
    [`/data/user/tokens/${ME}`]: (_: unknown, url: URL) => {
      asked(url.searchParams.get('collectionId'))
      const type = url.searchParams.get('type')
      const found = items(url.searchParams.get('cursor'))
      if ('total' in found) return type === 'listed' ? { data: [], nextCursor: null, total: 0 } : found
      const isWanted = ({ ownListings }: PortfolioToken) =>
        type === 'all' || type === null || ownListings.length > 0 === (type === 'listed')
      const data = found.filter(isWanted)
      return { data, nextCursor: null, total: data.length }
    },
  }
  return renderBids('received', answers, { marketplaces })
}

export function connectMe(): void {
  walletSession.set((before) => ({ ...before, address: ME }))
}

/** Leaves nothing behind for the next test. */
export function resetBidsTab(): void {
  cleanup()
  asked.mockClear()
  localStorage.clear()
  ownCosts.set([])
  finishCommand('openTrade')
  pendingBids.set(new Set())
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
}
