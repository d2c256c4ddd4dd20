import type { BidItem } from '@opal/contract/bids'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { Dialog } from '@opal/ui/overlays/dialog'
import { Link } from 'react-router'
import { useMarketplaceName } from '../../../app/site.tsx'
import { editionKey, editionLabel } from '../../../entities/token/edition.ts'
import { ItemLine } from '../../../entities/token/item-line.tsx'
import { RowButton } from '../../../shared/components/list-controls/row-button.tsx'
import { formatApt } from '../../../shared/format/apt.ts'
import type { ItemsPage } from '../portfolio-query.ts'
import { ownListingOf } from '../rows/to-trade-token.ts'
import styles from './sell-item-dialog.module.css'

export interface SellItemDialogProps {
  bid: BidItem
  items: ItemsPage
  onChoose(token: PortfolioToken): void
  onClose(): void
}

/** Dialog that asks which item of a collection to sell into a bid on any of it. */
export default function SellItemDialog({ bid, items, onChoose, onClose }: SellItemDialogProps) {
  const unseen = items.total - items.data.length
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Sell for ${formatApt(bid.bidPrice)} APT`}
      description={`Which item of ${bid.collectionName ?? bid.name}? You see what you receive before you sign.`}
      width={400}
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
            </RowButton>
          </li>
        ))}
      </ul>
      {unseen > 0 && (
        <Link
          className={styles.more}
          to={`?${new URLSearchParams({ collection: bid.collectionId ?? '' })}`}
          onClick={onClose}
        >
          {unseen} more among your items
        </Link>
      )}
    </Dialog>
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
