import type { CollectionDetail } from '@opal/contract/collections'
import type { MarketplaceInfo } from '@opal/contract/network'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { bpsOf } from '@opal/domain/prices/rates'
import { IconButton } from '@opal/ui/controls/icon-button'
import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { openTrade } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { canAcceptOn } from '../../entities/order/marketplace-abilities.ts'
import { OwnerButton } from '../../entities/wallet/owner-button.tsx'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { Price } from '../../shared/components/price.tsx'
import { exitQuery } from './bids-query.ts'
import { type ExitBid, estimateExit } from './exit-estimate.ts'
import type { Exit } from './fetch-bids.ts'
import styles from './order-book.module.css'

/**
 * Sells some of the viewer's tokens of a collection into its bids. Shows the average and total proceeds after fee and royalty, or
 * before royalty where that of a token is unknown. Renders nothing without held tokens or without bids of others.
 * @source docs/product/bids.md#selling-many
 */
export function SellIntoBids({ collection }: { collection: Pick<CollectionDetail, 'collectionId' | 'royaltyBps'> }) {
  const { api, marketplaces } = useSite()
  const viewer = useOwnAddress()
  const { data } = useQuery(exitQuery(api, collection.collectionId, viewer))
  if (viewer === null || data === null || data === undefined) return null
  const bids = exitBids(data, marketplaces)
  const royalties = data.held.map((token) => royaltyBpsOf(token) ?? collection.royaltyBps)
  const most = estimateExit(bids, royalties.map(orZero)).count
  if (most === 0) return null
  return <Panel {...data} bids={bids} most={most} royalties={royalties} />
}

interface PanelProps extends Pick<Exit, 'held' | 'total'> {
  bids: readonly ExitBid[]
  most: number
  /** Of each token that is held, in basis points; null where it is unknown. */
  royalties: readonly (number | null)[]
}

function Panel({ held, total, bids, most, royalties }: PanelProps) {
  const [wanted, setCount] = useState(1)
  const count = Math.min(wanted, most)
  const step = (by: number) => setCount(Math.max(1, Math.min(most, count + by)))
  const sold = royalties.slice(0, count)
  const { netOctas, averageOctas, lowestPrice } = estimateExit(bids, sold.map(orZero))
  const note = sold.includes(null) && <span className={styles.note}>before royalty</span>
  return (
    <section className={styles.sell} aria-label="Sell into bids">
      <p className={styles.words}>
        You hold <strong>{total}</strong>
      </p>
      <div className={styles.count}>
        <IconButton label="Sell one less" size="sm" aria-disabled={count <= 1} onClick={() => step(-1)}>
          <Minus />
        </IconButton>
        <input
          className={styles.slider}
          type="range"
          aria-label="How many to sell"
          min={1}
          max={most}
          value={count}
          onChange={(event) => setCount(Number(event.target.value))}
        />
        <IconButton label="Sell one more" size="sm" aria-disabled={count >= most} onClick={() => step(1)}>
          <Plus />
        </IconButton>
      </div>
      <dl className={styles.result} aria-live="polite">
        <div>
          <dt>Average after fees</dt>
          <dd>
            <Price octas={averageOctas} />
            {note}
          </dd>
        </div>
        <div>
          <dt>Lowest bid before fees</dt>
          <dd>
            <Price octas={lowestPrice} />
          </dd>
        </div>
        <div>
          <dt>You receive</dt>
          <dd>
            <Price octas={netOctas} />
            {note}
          </dd>
        </div>
      </dl>
      <OwnerButton
        variant="primary"
        onClick={() => {
          const tokens = held.map(forSale)
          openTrade({ kind: 'accept-bid', tokens: tokens.slice(0, count), others: tokens.slice(count) })
        }}
      >
        Sell {count} into bids
      </OwnerButton>
    </section>
  )
}

/** Returns the bids that can be sold into here. */
export function exitBids({ bids }: Exit, marketplaces: readonly MarketplaceInfo[]): readonly ExitBid[] {
  return bids.flatMap(({ price, remainingTokenAmount, marketplace }) => {
    const info = marketplaces.find(({ id }) => id === marketplace)
    if (!canAcceptOn(info, 'collection')) return []
    return [{ price: BigInt(price), size: Number(remainingTokenAmount), commissionBps: info?.commissionBps ?? 0 }]
  })
}

/** Returns a token's royalty in basis points by the split of its best bid; null without bids. */
function royaltyBpsOf({ bestExit }: PortfolioToken): number | null {
  return bestExit === null ? null : bpsOf(BigInt(bestExit.royaltyOctas), BigInt(bestExit.priceOctas))
}

function orZero(bps: number | null): number {
  return bps ?? 0
}

function forSale({ tokenDataId, name, image, collectionImage, collectionId, collectionName, ...rest }: PortfolioToken) {
  const { propertyVersion, editionsHeld } = rest
  return {
    ...{ propertyVersion, editionsHeld },
    ...{ tokenDataId, name, image: image ?? collectionImage, collectionId, collectionName },
    ...{ marketplace: null, listingId: null, listedPrice: null },
  }
}
