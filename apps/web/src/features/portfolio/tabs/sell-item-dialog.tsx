import type { BidItem } from '@opal/contract/bids'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { Button } from '@opal/ui/controls/button'
import { showToast } from '@opal/ui/feedback/show-toast'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useState } from 'react'
import { useMarketplaceName, useSite } from '../../../app/site.tsx'
import { editionKey, editionLabel } from '../../../entities/token/edition.ts'
import { ItemLine } from '../../../entities/token/item-line.tsx'
import { openOwnCosts, ownCostOf, ownCosts } from '../../../entities/token/own-costs.ts'
import { RowButton } from '../../../shared/components/list-controls/row-button.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatApt } from '../../../shared/format/apt.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import { fetchItemsForBid } from '../fetch-portfolio.ts'
import type { ItemsPage } from '../portfolio-query.ts'
import { Cost } from '../rows/cost.tsx'
import { Gain } from '../rows/gain.tsx'
import { ownListingOf } from '../rows/to-trade-token.ts'
import styles from './sell-item-dialog.module.css'

export interface SellItemDialogProps {
  bid: BidItem
  /** The holder, the viewer. */
  wallet: string
  /** The first page of what it holds of the collection. */
  items: ItemsPage
  onChoose(token: PortfolioToken): void
  onClose(): void
}

/** Dialog that asks which item of a collection to sell into a bid on any of it. */
export default function SellItemDialog({ bid, wallet, items: first, onChoose, onClose }: SellItemDialogProps) {
  const { items, isBusy, showMore } = useHeld(bid, wallet, first)
  useOnMount(openOwnCosts)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Sell for ${formatApt(bid.bidPrice)} APT`}
      description={`Which item of ${bid.collectionName ?? bid.name}? You see the exact amount before you sign.`}
      width={480}
    >
      <ul className={styles.items}>
        {items.data.map((token) => (
          <li key={editionKey(token)}>
            <RowButton
              onClick={() => {
                onClose()
                onChoose(token)
              }}
            >
              <ItemLine
                name={token.name}
                picture={{ src: token.image, colour: token.imageFacts?.colour, fallback: token.collectionImage }}
                beside={token.held === '1' ? undefined : `×${token.held}`}
                below={<Facts token={token} />}
              />
              <Outcome bid={bid} wallet={wallet} token={token} />
            </RowButton>
          </li>
        ))}
      </ul>
      {showMore !== null && (
        <Button variant="ghost" busy={isBusy} onClick={showMore}>
          Show more of {items.total}
        </Button>
      )}
    </Dialog>
  )
}

/** Returns the loaded items of the wanted collection, and a function that loads more; null where all are loaded. */
function useHeld({ collectionId }: BidItem, wallet: string, first: ItemsPage) {
  const { api } = useSite()
  const [items, setItems] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const { nextCursor } = items
  const showMore = async () => {
    setBusy(true)
    try {
      const next = await fetchItemsForBid(api, wallet, collectionId ?? '', nextCursor)
      setItems((before) => ({ ...next, data: [...before.data, ...next.data] }))
    } catch {
      void showToast('Couldn’t load your items', 'error')
    } finally {
      setBusy(false)
    }
  }
  return { items, isBusy, showMore: nextCursor === null ? null : () => void showMore() }
}

/** Shows what a sale of an item into the bid brings after fees, what the item cost, and the difference. */
function Outcome({ bid, wallet, token }: { bid: BidItem; wallet: string; token: PortfolioToken }) {
  const own = ownCostOf(useStore(ownCosts), wallet, token.tokenDataId)
  // A cost is of all that is held of a token: it says nothing of one of several.
  const cost = token.held === '1' ? (token.costPrice ?? own) : null
  return (
    <span className={styles.outcome}>
      <span>
        You get <Price octas={bid.netOctas} />
      </span>
      <span className={styles.cost}>
        Cost <Cost octas={cost} />
        {cost !== null && bid.netOctas !== null && (
          <>
            {' '}
            · <Gain octas={BigInt(bid.netOctas) - BigInt(cost)} />
          </>
        )}
      </span>
    </span>
  )
}

/** Shows what distinguishes items of one collection: edition, rarity, own listing. */
function Facts({ token }: { token: PortfolioToken }) {
  const nameOf = useMarketplaceName()
  const listing = ownListingOf(token)
  return [
    editionLabel(token),
    token.rarity !== null && `Rarity ${token.rarity}`,
    listing === null ? 'Not listed' : `Listed for ${formatApt(listing.price)} on ${nameOf(listing.marketplace)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
