import type { Listing } from '@opal/contract/shapes/orders'
import type { TokenDetail } from '@opal/contract/tokens'
import { Button } from '@opal/ui/controls/button'
import { openTrade } from '../../../app/commands.ts'
import { useMarketplace } from '../../../app/site.tsx'
import { isForSaleTo, listedToken } from '../../../entities/order/listed-token.ts'
import {
  canAcceptOn,
  canBuyOn,
  canCancelBidOn,
  canDelistOn,
  canEditListing,
} from '../../../entities/order/marketplace-abilities.ts'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { usePriceFormat } from '../../../shared/format/chart-labels.ts'
import { useStore } from '../../../shared/hooks/store.ts'

/** A token or collection offer that this token could fill. */
export interface AnyBid {
  readonly marketplace: string
  readonly offerId: string
  readonly buyer: string
  readonly price: string
  readonly expiresAtSeconds: string | null
  /** Whether it is a token offer. */
  readonly tokenBid: boolean
  /** Condition of a bid on a set, in words; undefined for any other. */
  readonly setLabel?: string | undefined
}

/** Button that buys a listing, or those that edit and cancel the viewer's own. */
export function ListingAction({ token, listing }: { token: TokenDetail; listing: Listing }) {
  const viewer = useOwnAddress()
  const info = useMarketplace(listing.marketplace)
  const isPending = useStore(pendingTokens).has(token.tokenDataId)
  const price = usePriceFormat()(listing.price)
  const tokens = [listedToken(token, listing)]
  if (listing.seller === viewer) {
    return (
      <>
        {canEditListing(listing, info) && (
          <Button
            size="sm"
            busy={isPending}
            aria-label={`Edit listing at ${price}`}
            onClick={() => openTrade({ kind: 'update-price', tokens })}
          >
            Edit
          </Button>
        )}
        {canDelistOn(info) && (
          <Button
            size="sm"
            busy={isPending}
            aria-label={`Delist at ${price}`}
            onClick={() => openTrade({ kind: 'delist', tokens })}
          >
            Delist
          </Button>
        )}
      </>
    )
  }
  if (!isForSaleTo(listing, viewer) || !canBuyOn(info)) return null
  return (
    <Button size="sm" aria-label={`Buy for ${price}`} onClick={() => openTrade({ kind: 'buy', tokens })}>
      Buy
    </Button>
  )
}

/**
 * Button that accepts a bid, or cancels the viewer's own. A bidder cannot accept their own bid. A listed token is delisted in the
 * same transaction.
 */
export function BidAction({ token, bid }: { token: TokenDetail; bid: AnyBid }) {
  const viewer = useOwnAddress()
  const marketplace = useMarketplace(bid.marketplace)
  const isPending = useStore(pendingBids).has(bidKey(bid))
  const price = usePriceFormat()(bid.price)
  const on = bid.tokenBid ? 'token' : 'collection'
  if (viewer !== null && bid.buyer === viewer) {
    if (!canCancelBidOn(marketplace, on)) return null
    const name = bid.tokenBid ? token.name : token.collectionName
    return (
      <Button
        size="sm"
        busy={isPending}
        aria-label={`Cancel bid of ${price}`}
        onClick={() => openTrade({ kind: 'cancel-bid', bids: [{ ...token, ...bid, name }] })}
      >
        Cancel bid
      </Button>
    )
  }
  const isHolder = viewer !== null && token.owner?.walletAddress === viewer
  if (!isHolder || !canAcceptOn(marketplace, on)) return null
  return (
    <Button
      size="sm"
      busy={isPending}
      aria-label={`Accept bid of ${price}`}
      onClick={() => openTrade({ kind: 'accept-bid', tokens: [{ ...token, bid }] })}
    >
      Accept bid
    </Button>
  )
}
