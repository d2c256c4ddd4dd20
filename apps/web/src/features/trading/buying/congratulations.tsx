import type { TradeItem } from '@opal/contract/trading/trade'
import { Button } from '@opal/ui/controls/button'
import { Dialog } from '@opal/ui/overlays/dialog'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { openTrade } from '../../../app/commands.ts'
import { walletPath } from '../../../app/paths.ts'
import { OwnerButton } from '../../../entities/wallet/owner-button.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { Price } from '../../../shared/components/price.tsx'
import styles from './congratulations.module.css'

/** Most pictures that are shown. */
const MAX_IMAGES = 8

export interface CongratulationsProps {
  /** Items that were bought. */
  items: readonly TradeItem[]
  /** Address of the wallet that bought. */
  buyer: string
  onClose(): void
  /** The outcome of each item. */
  children: ReactNode
}

/** Dialog after a confirmed purchase of several: the art, what it cost, and what can be done next. @source docs/product/trading.md#sweep-limit */
export function Congratulations({ items, buyer, onClose, children }: CongratulationsProps) {
  const spent = items.reduce((sum, { priceOctas }) => sum + BigInt(priceOctas ?? 0), 0n)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Congratulations!"
      width={480}
      footer={
        <div className={styles.next}>
          <OwnerButton
            variant="primary"
            onClick={() => {
              onClose()
              openTrade({ kind: 'list', tokens: items.flatMap(toList) })
            }}
          >
            {items.length === 1 ? 'List it for sale' : `List ${items.length} for sale`}
          </OwnerButton>
          <Link className={styles.link} to={walletPath(buyer)} onClick={onClose}>
            View in portfolio
          </Link>
          <Button onClick={onClose}>Close</Button>
        </div>
      }
    >
      <div className={styles.body}>
        <p className={styles.words}>
          {items.length === 1 ? 'It’s yours' : `${items.length} items bought`} for <Price octas={spent} exact />
        </p>
        <ul className={styles.art} data-single={items.length === 1 || undefined}>
          {items.slice(0, MAX_IMAGES).map((item) => (
            <li key={item.tokenDataId}>
              <ResponsiveImage src={item.image} alt={item.name ?? ''} width={items.length === 1 ? 256 : 128} />
            </li>
          ))}
          {items.length > MAX_IMAGES && (
            <li className={styles.more}>
              <span aria-hidden="true">+{items.length - MAX_IMAGES}</span>
              <span className={styles.hidden}>and {items.length - MAX_IMAGES} more</span>
            </li>
          )}
        </ul>
        {children}
      </div>
    </Dialog>
  )
}

/** A bought item for the dialog that lists it; none for what is no token. */
function toList({ tokenDataId, collectionId, name, image, listing }: TradeItem) {
  if (tokenDataId === null || collectionId === null) return []
  const nowhere = { marketplace: null, listingId: null, listedPrice: null }
  const edition = listing === null ? {} : { propertyVersion: listing.propertyVersion }
  return [{ ...edition, tokenDataId, collectionId, name: name ?? '', image, collectionName: '', ...nowhere }]
}
