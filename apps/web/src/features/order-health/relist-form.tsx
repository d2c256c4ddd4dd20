import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { type Column, DataTable } from '@opal/ui/data/data-table'
import { showToast } from '@opal/ui/feedback/show-toast'
import { useState } from 'react'
import { openTrade } from '../../app/commands.ts'
import { useMarketplaceName } from '../../app/site.tsx'
import { listPriceError, listPriceNote } from '../../entities/order/list-price.ts'
import type { PreparedTrade } from '../../entities/order/trade-request.ts'
import { ItemLine } from '../../entities/token/item-line.tsx'
import { Price } from '../../shared/components/price.tsx'
import { plainApt } from '../../shared/format/apt.ts'
import { formatCounted } from '../../shared/format/number.ts'
import styles from './loyalty-dialog.module.css'
import { acceptPrice, type ElsewhereRow, type RelistRow, toMove } from './relist-rows.ts'

export interface RelistFormProps {
  wallet: string
  /** At least one. */
  rows: readonly ElsewhereRow[]
  onMoved(): void
}

/** Shows listings elsewhere with editable new prices, and the button that moves them to the native marketplace. */
export function RelistForm({ wallet, rows, onMoved }: RelistFormProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const nameOf = useMarketplaceName()
  const moved = rows.slice(0, MAX_TRADE_ITEMS)
  const textOf = (row: ElsewhereRow) => typed.get(row.key) ?? plainApt(row.listing.price)
  const change = (key: string, text: string) => setTyped((before) => new Map(before).set(key, text))
  const isWrong = moved.some((row) => listPriceError(textOf(row)) !== null)
  const boost = () => {
    const wanted = toRelistRows(moved, textOf)
    if (wanted === null) return
    setBusy(true)
    openTrade({
      kind: 'prepared',
      prepared: relistTrade(wallet, moved, wanted, originOf(wanted, nameOf)),
      onSettled: (outcome) => {
        setBusy(false)
        if (outcome === 'confirmed') onMoved()
      },
    })
  }
  return (
    <div className={styles.form}>
      <p className={styles.note}>
        While you have listings on other marketplaces, your loyalty is 0% and only half of your points count. Boost Your
        Loyalty moves these to Opal: each is delisted there and listed here at its new price.
      </p>
      <div className={styles.table}>
        <DataTable
          label="Your listings on other marketplaces"
          columns={columns(textOf, change)}
          rows={rows}
          rowKey={(row) => row.key}
          empty={null}
          rowHeight={72}
          denseHeight={72}
          scrolls="inside"
        />
      </div>
      {rows.length > MAX_TRADE_ITEMS && (
        <p className={styles.note}>Up to {MAX_TRADE_ITEMS} per transaction: the first ones now, the rest after that.</p>
      )}
      <Button variant="primary" size="lg" wide busy={busy} disabled={isWrong} onClick={boost}>
        Boost Your Loyalty
      </Button>
    </div>
  )
}

/** Returns the trade that moves listings. @param origin where they are listed now. */
function relistTrade(
  wallet: string,
  moved: readonly ElsewhereRow[],
  wanted: readonly RelistRow[],
  origin: string,
): PreparedTrade {
  return {
    title: 'Boost your loyalty',
    what: `${formatCounted(wanted.length, 'listing')} from ${origin} to Opal`,
    image: moved[0]?.token.image ?? null,
    button: 'Boost Your Loyalty',
    doing: `Moving ${formatCounted(wanted.length, 'listing')}`,
    success: wanted.length === 1 ? 'Listing moved' : 'Listings moved',
    failure: 'Error Reslisting Tokens',
    chosen: { call: 'relist', body: { items: wanted.map(toMove) } },
    moves: 'only-gas',
    newPrices: wanted.map((row, at) => ({
      tokenDataId: row.tokenDataId,
      name: moved[at]?.token.name ?? '',
      place: moved[at]?.token.collectionName ?? null,
      price: row.newPrice,
    })),
    build: async (api) =>
      (await import('./fetch-order-health.ts')).buildRelistTransaction(api, wallet, wanted.map(toMove)),
  }
}

/** Names the marketplace that all are listed on, if it is one. */
function originOf(rows: readonly RelistRow[], nameOf: (marketplace: string) => string): string {
  const [first, ...others] = new Set(rows.map(({ marketplace }) => marketplace))
  return first === undefined || others.length > 0 ? 'other marketplaces' : nameOf(first)
}

function toRelistRows(
  rows: readonly ElsewhereRow[],
  textOf: (row: ElsewhereRow) => string,
): readonly RelistRow[] | null {
  const wanted: RelistRow[] = []
  for (const row of rows) {
    const price = acceptPrice(textOf(row))
    if ('toast' in price) {
      void showToast(price.toast, 'error')
      return null
    }
    const { tokenDataId, marketplace, listingId } = row.listing
    wanted.push({ tokenDataId, marketplace, listingId, newPrice: price.octas })
  }
  return wanted
}

function columns(
  textOf: (row: ElsewhereRow) => string,
  change: (key: string, text: string) => void,
): readonly Column<ElsewhereRow>[] {
  return [
    { id: 'item', header: 'Item', name: 'Item', priority: 1, cell: (row) => <Item row={row} /> },
    {
      id: 'price',
      header: 'List price',
      name: 'List price',
      align: 'end',
      width: '112px',
      priority: 2,
      cell: ({ listing }) => <Price octas={listing.price} />,
    },
    {
      id: 'new',
      header: 'New price',
      name: 'New price',
      align: 'end',
      width: '152px',
      priority: 1,
      cell: (row) => (
        <span className={styles.field}>
          <TextField
            label={`New price of ${row.token.name}`}
            hideLabel
            inputMode="decimal"
            trail="APT"
            value={textOf(row)}
            error={listPriceNote(textOf(row)) ?? undefined}
            onChange={(event) => change(row.key, event.target.value)}
          />
        </span>
      ),
    },
  ]
}

function Item({ row: { token, listing } }: { row: ElsewhereRow }) {
  const nameOf = useMarketplaceName()
  return (
    <ItemLine
      name={token.name}
      image={{ src: token.image, fallback: token.collectionImage }}
      below={`on ${nameOf(listing.marketplace)}`}
    />
  )
}
