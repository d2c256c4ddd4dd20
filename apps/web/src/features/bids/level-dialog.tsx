import { Dialog } from '@opal/ui/overlays/dialog'
import { openTrade } from '../../app/commands.ts'
import { RowButton } from '../../shared/components/list-controls/row-button.tsx'
import { Price } from '../../shared/components/price.tsx'
import { usePriceFormat } from '../../shared/format/chart-labels.ts'
import { formatCount, formatCounted } from '../../shared/format/number.ts'
import type { BidRung } from './bid-rungs.ts'
import { type Exit, estimateSale, saleInto } from './exit.ts'
import type { OwnBids } from './level-columns.tsx'
import styles from './level-dialog.module.css'

export interface LevelDialogProps {
  /** The level that was pressed, as it is now. */
  rung: BidRung
  /** The viewer's bids, which nobody sells their own items into. */
  own: OwnBids
  exit: Exit
  /** Bids at the level's price. */
  onBid(): void
  onClose(): void
}

/**
 * Dialog that asks whether to sell into the bids down to a level, or to bid at its price.
 * @source docs/product/bids.md#selling-many
 */
export default function LevelDialog({ rung, own, exit, onBid, onClose }: LevelDialogProps) {
  const sale = estimateSale(exit, exit.held.length, BigInt(rung.price))
  const count = sale.sold.length
  const price = usePriceFormat()(rung.price)
  const isGone = rung.size === '0'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Sell or bid at ${price}`}
      description={`Bids for ${formatCounted(rung.depth, 'item')} at this price or higher${ownPart(own, rung)}.`}
      width={480}
    >
      <ul className={styles.choices}>
        {count > 0 && (
          <li>
            <RowButton
              onClick={() => {
                onClose()
                openTrade(saleInto(exit, sale, rung.price))
              }}
            >
              <span className={styles.name}>Sell {count} into bids</span>
              <span className={styles.outcome}>
                <span>
                  You receive <Price octas={sale.netOctas} rounding="down" />
                  {sale.isBeforeRoyalty && ' before royalty'}
                </span>
                {count > 1 && (
                  <span className={styles.note}>
                    Average after fees <Price octas={sale.averageOctas} rounding="down" />
                  </span>
                )}
              </span>
            </RowButton>
          </li>
        )}
        <li>
          <RowButton
            onClick={() => {
              onClose()
              onBid()
            }}
          >
            <span className={styles.name}>
              {isGone ? 'Bid' : 'Match the bid'} at {price}
            </span>
            <span className={styles.outcome}>
              <span className={styles.note}>
                {isGone ? 'No more bids at this price' : `Bids for ${formatCounted(Number(rung.size), 'item')}`}
              </span>
            </span>
          </RowButton>
        </li>
      </ul>
    </Dialog>
  )
}

/** Says how many of the items down to a level the viewer bids for. */
function ownPart(own: OwnBids, { price, depth }: BidRung): string {
  const counts = Object.entries(own).flatMap(([octas, count]) => (BigInt(octas) >= BigInt(price) ? [count] : []))
  if (counts.length === 0 || depth === 0) return ''
  const sum = counts.reduce((all, count) => (all === null || count === null ? null : all + count), 0)
  if (sum !== null && sum >= depth) return depth === 1 ? ', yours' : ', all of them yours'
  return `, ${sum === null ? 'some' : formatCount(sum)} of them yours`
}
