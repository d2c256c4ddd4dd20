import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { openTrade } from '../../app/commands.ts'
import { Price } from '../../shared/components/price.tsx'
import { formatCount } from '../../shared/format/number.ts'
import { useSiteActions } from '../../shared/hooks/site-actions.ts'
import { countSellable, type Exit, type ExitState, estimateSale, saleInto } from './exit.ts'
import styles from './order-book.module.css'

/**
 * Sells some of the viewer's tokens of a collection into its bids. Shows the average and total proceeds after fee and royalty, or
 * before royalty where that of a token is unknown. Without held tokens or bids of others it says so in the same place: the book
 * below, whose rows are pressed, must not move when this is known.
 * While it loads or has failed, that is what it says.
 * @source docs/product/bids.md#selling-many
 */
export function SellIntoBids({ exit, retry }: ExitState) {
  const most = exit === null ? 0 : countSellable(exit, 0n)
  useSiteActions(
    exit === null || most === 0
      ? []
      : [
          {
            id: 'bids.sell',
            title: 'Sell into bids',
            group: 'This page',
            keywords: 'accept instant sell',
            run: () => document.querySelector<HTMLElement>(`.${styles.sell} input`)?.focus(),
          },
        ],
  )
  if (exit !== null && most > 0) return <Panel exit={exit} most={most} />
  return (
    <div className={styles.sell} data-idle="">
      <p role="status">{idleSentence(exit, retry !== null)}</p>
      {retry !== null && (
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function idleSentence(exit: Exit | null, hasFailed: boolean): string {
  if (hasFailed) return 'Couldn’t load the items you hold.'
  if (exit === null) return 'Loading the items you hold…'
  if (exit.total === 0) return 'You don’t hold any items in this collection.'
  return `You hold ${formatCount(exit.total)}, but there’s no bid to sell into.`
}

function Panel({ exit, most }: { exit: Exit; most: number }) {
  const [wanted, setCount] = useState(1)
  const count = Math.min(wanted, most)
  const step = (by: number) => setCount(Math.max(1, Math.min(most, count + by)))
  const sale = estimateSale(exit, count)
  const { netOctas, averageOctas, lowestPrice, isBeforeRoyalty } = sale
  const note = isBeforeRoyalty && <span className={styles.note}>before royalty</span>
  return (
    <section className={styles.sell} aria-label="Sell into bids">
      <p className={styles.words}>
        You hold <strong>{formatCount(exit.total)}</strong>
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
            <Price octas={averageOctas} rounding="down" />
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
            <Price octas={netOctas} rounding="down" />
            {note}
          </dd>
        </div>
      </dl>
      <Button variant="primary" onClick={() => openTrade(saleInto(exit, sale))}>
        Sell {count} into bids
      </Button>
    </section>
  )
}
