import { Checkbox } from '@opal/ui/controls/checkbox'
import { useMarketplaceName } from '../../../../app/site.tsx'
import type { TradeSale } from '../../../../entities/order/trade-request.ts'
import { editionKey } from '../../../../entities/token/edition.ts'
import { Price } from '../../../../shared/components/price.tsx'
import { formatApt } from '../../../../shared/format/apt.ts'
import type { TradeItemRow } from '../../items/trade-items.tsx'
import { CostCell } from '../cost-cell.tsx'
import { GainCell } from '../gain-cell.tsx'
import type { TokenGain } from '../gain-line.tsx'
import { ItemCell, nameWithEdition } from '../item-cell.tsx'
import styles from '../prices/price-table.module.css'

/** An item of the wallet that could be sold. */
export interface SaleRow extends TokenGain {
  readonly token: TradeSale
  /** Whether its cost is not known yet. */
  readonly isLoading: boolean
  /** Its bid; null where it is not chosen. */
  readonly sale: TradeItemRow | null
}

export interface SaleTableProps {
  rows: readonly SaleRow[]
  /** False where the bid takes fewer than there are. */
  canChooseAll: boolean
  /** @param keys of the tokens in their editions. */
  onChoose(keys: readonly string[], isChosen: boolean): void
}

/** The items that could be sold into bids: those that are chosen with their bids, all with what they cost. */
export function SaleTable({ rows, canChooseAll, onChoose }: SaleTableProps) {
  const chosen = rows.filter(({ sale }) => sale !== null).length
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label="Items to sell">
        <thead>
          <tr>
            <th scope="col">
              {canChooseAll ? (
                <Checkbox
                  label="Sell all"
                  checked={chosen === rows.length || (chosen > 0 && 'partial')}
                  onCheckedChange={(on) =>
                    onChoose(
                      rows.map(({ token }) => editionKey(token)),
                      on,
                    )
                  }
                />
              ) : (
                <span className={styles.hidden}>Sell</span>
              )}
            </th>
            <th scope="col">Item</th>
            <th scope="col" data-figure="">
              Bid
            </th>
            <th scope="col" data-number="">
              Cost
            </th>
            <th scope="col" data-figure="">
              P&L
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = editionKey(row.token)
            return <Row key={key} row={row} onChoose={(isChosen) => onChoose([key], isChosen)} />
          })}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  row: SaleRow
  onChoose(isChosen: boolean): void
}

/** One item: its bid where it is chosen, else what it is listed for. */
function Row({ row: { token, sale, cost, gain, isLoading }, onChoose }: RowProps) {
  const nameOf = useMarketplaceName()
  const listed = token.listedPrice === null ? null : `Listed for ${formatApt(token.listedPrice)} APT`
  const place = sale === null ? listed : sale.marketplace === null ? null : `on ${nameOf(sale.marketplace)}`
  return (
    <tr>
      <td>
        <Checkbox label={`Sell ${nameWithEdition(token)}`} checked={sale !== null} onCheckedChange={onChoose} />
      </td>
      <ItemCell token={token}>
        {sale?.reason ? (
          <span className={styles.reason}>{sale.reason}</span>
        ) : (
          <span className={styles.note}>{[place, sale?.note].filter(Boolean).join(' · ')}</span>
        )}
        {cost !== null && <span className={styles.phoneCost}>Cost {formatApt(cost)} APT</span>}
      </ItemCell>
      <td data-figure="">{sale === null || sale.reason !== null ? '-' : <Price octas={sale.price} exact />}</td>
      <CostCell cost={cost} isLoading={isLoading} />
      <GainCell gain={gain} stays />
    </tr>
  )
}
