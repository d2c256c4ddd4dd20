import { IconButton } from '@opal/ui/controls/icon-button'
import { X } from 'lucide-react'
import { useMarketplaceName } from '../../../app/site.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { Price } from '../../../shared/components/price.tsx'
import styles from './trade-items.module.css'

/** One thing that is traded. */
export interface TradeItemRow {
  /** Differs for each edition and each order of a token. */
  readonly key: string
  /** Null for what is no single token. */
  readonly tokenDataId: string | null
  readonly name: string
  /** Names the edition of a v1 token where the wallet holds others of it. */
  readonly edition?: string | null
  readonly image: string | null
  readonly place: string | null
  readonly marketplace: string | null
  /** Octas; null where nothing is paid. */
  readonly price: string | null
  /** The trade leaves its price as it is, which reads as in lists. */
  readonly keepsPrice?: boolean
  /** Next to the price, such as how far it is from the floor. */
  readonly note?: string | null
  /** Why it cannot be traded; null when it can. */
  readonly reason: string | null
}

export interface TradeItemsProps {
  rows: readonly TradeItemRow[]
  /** Accessible name. */
  label: string
  /** Takes a row out; absent where the choice is made already. */
  onRemove?: ((key: string) => void) | undefined
}

/** The traded items: a single one large, several as a scrolling table. @source docs/product/trading.md#buy-dialog */
export function TradeItems({ rows, label, onRemove }: TradeItemsProps) {
  const [only, ...others] = rows
  if (only === undefined) return null
  if (others.length === 0) return <OneItem row={only} />
  const isPriced = rows.some(({ marketplace, price }) => marketplace !== null || price !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            {isPriced && (
              <>
                <th scope="col">Marketplace</th>
                <th scope="col">Price</th>
              </>
            )}
            {onRemove !== undefined && (
              <th scope="col">
                <span className={styles.hidden}>Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ItemRow key={row.key} row={row} isPriced={isPriced} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function OneItem({ row }: { row: TradeItemRow }) {
  const nameOf = useMarketplaceName()
  return (
    <div className={styles.one}>
      <span className={styles.art}>
        <ResponsiveImage src={row.image} alt={row.name} width={64} eager decorative />
      </span>
      <div className={styles.words}>
        <p className={styles.oneName}>{row.name}</p>
        <p className={styles.place}>
          {[row.place, row.edition, row.marketplace !== null && `on ${nameOf(row.marketplace)}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {row.price !== null && (
        <span className={styles.onePrice}>
          <Price octas={row.price} exact={row.keepsPrice !== true} />
          <Note text={row.note} />
        </span>
      )}
    </div>
  )
}

interface ItemRowProps {
  row: TradeItemRow
  /** Some of the rows are at a marketplace or have a price. */
  isPriced: boolean
  onRemove: TradeItemsProps['onRemove']
}

function ItemRow({ row, isPriced, onRemove }: ItemRowProps) {
  const nameOf = useMarketplaceName()
  return (
    <tr data-refused={row.reason !== null || undefined}>
      <td>
        <span className={styles.item}>
          <span className={styles.thumb}>
            <ResponsiveImage src={row.image} alt={row.name} width={40} decorative />
          </span>
          <span className={styles.words}>
            <span className={styles.name}>{row.name}</span>
            <span className={row.reason === null ? styles.place : styles.reason}>
              {(row.reason === null ? [row.place, row.edition] : [row.edition, row.reason]).filter(Boolean).join(' · ')}
            </span>
          </span>
        </span>
      </td>
      {isPriced && (
        <>
          <td className={styles.marketplace}>{row.marketplace === null ? '-' : nameOf(row.marketplace)}</td>
          <td className={styles.price}>
            <Price octas={row.price} exact={row.keepsPrice !== true} />
            <Note text={row.note} />
          </td>
        </>
      )}
      {onRemove !== undefined && (
        <td>
          <IconButton
            label={['Remove', row.name, row.edition].filter(Boolean).join(' ')}
            size="sm"
            onClick={() => onRemove(row.key)}
          >
            <X />
          </IconButton>
        </td>
      )}
    </tr>
  )
}

function Note({ text }: { text: string | null | undefined }) {
  return text ? <span className={styles.note}>{text}</span> : null
}
