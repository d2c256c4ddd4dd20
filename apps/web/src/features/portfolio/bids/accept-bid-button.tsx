import type { BidItem } from '@opal/contract/bids'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { Button } from '@opal/ui/controls/button'
import { showToast } from '@opal/ui/feedback/show-toast'
import { useState } from 'react'
import { openTrade } from '../../../app/commands.ts'
import { useMarketplace, useSite } from '../../../app/site.tsx'
import { canAcceptOn } from '../../../entities/order/marketplace-abilities.ts'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import type { TradeSale, TradeToken } from '../../../entities/order/trade-request.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { formatApt } from '../../../shared/format/apt.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { bidSubject } from '../rows/to-trade-bid.ts'
import { toTradeToken } from '../rows/to-trade-token.ts'

/**
 * Opens the sale into a received bid: of the item that it is for, or of the held item of its collection by whose sale the least is
 * lost. The dialog lets one choose another.
 * @source docs/product/portfolio-and-pnl.md#bids-received
 */
export function AcceptBidButton({ bid }: { bid: BidItem }) {
  const { api } = useSite()
  const wallet = useOwnAddress()
  const marketplace = useMarketplace(bid.marketplace)
  const [isBusy, setBusy] = useState(false)
  const isPending = useStore(pendingBids).has(bidKey(bid))
  if (wallet === null || !canAcceptOn(marketplace, bid.tokenBid ? 'token' : 'collection')) return null
  const name = bidSubject(bid)
  const into = (token: TradeToken): TradeSale => {
    const { marketplace: id, offerId, bidPrice: price } = bid
    return { ...token, bid: { marketplace: id, offerId, price } }
  }
  const shown = bid.netOctas === null ? {} : { shownOctas: bid.netOctas }
  const sellOne = async () => {
    setBusy(true)
    try {
      const { fetchItemsForBid } = await import('../fetch-items-for-bid.ts')
      const items = await fetchItemsForBid(api, wallet, bid)
      const [first, ...others] = items.map((item) => into(toTradeToken(item)))
      if (first === undefined) void showToast(`This wallet no longer holds an item of ${name}`, 'error')
      else openTrade({ kind: 'accept-bid', tokens: [first], others, atMost: mostOf(bid), ...shown })
    } catch {
      void showToast('Couldn’t load your items. Try again.', 'error')
    } finally {
      setBusy(false)
    }
  }
  const target = wantedToken(bid)
  return (
    <Button
      size="sm"
      busy={isBusy || isPending}
      aria-label={`Accept the bid of ${formatApt(bid.bidPrice)} APT for ${name}`}
      onClick={() =>
        target === null ? void sellOne() : openTrade({ kind: 'accept-bid', tokens: [into(target)], ...shown })
      }
    >
      Accept
    </Button>
  )
}

/** Returns how many items one transaction sells into a bid at most. */
function mostOf({ fillable }: BidItem): number {
  return Math.min(Number(fillable), MAX_TRADE_ITEMS)
}

/** Returns the item that a bid is for; null for a bid on any item of a collection. */
function wantedToken(bid: BidItem): TradeToken | null {
  const { tokenDataId, propertyVersion, name, image } = bid
  if (tokenDataId === null) return null
  return {
    tokenDataId,
    name,
    image,
    marketplace: null,
    listingId: null,
    listedPrice: null,
    ...(propertyVersion !== null && { propertyVersion }),
    collectionId: bid.collectionId ?? '',
    collectionName: bid.collectionName ?? '',
  }
}
