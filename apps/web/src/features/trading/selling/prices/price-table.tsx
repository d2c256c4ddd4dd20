import { IconButton } from '@opal/ui/controls/icon-button'
import { X } from 'lucide-react'
import { editionKey, editionLabel } from '../../../../entities/token/edition.ts'
import { AptField } from '../../../../shared/components/apt-field.tsx'
import { formatApt } from '../../../../shared/format/apt.ts'
import { useFieldError } from '../../fields/use-field-error.ts'
import { inListedEdition } from '../../items/item-rows.ts'
import { floorLabel } from '../../price-guard/price-references.ts'
import { CostCell } from '../cost-cell.tsx'
import { GainCell } from '../gain-cell.tsx'
import { ItemCell } from '../item-cell.tsx'
import styles from './price-table.module.css'
import type { PricedToken } from './use-priced-tokens.ts'

export interface PriceTableProps {
  rows: readonly PricedToken[]
  /** Why a row cannot be priced, null where it can; in the order of the rows. */
  reasons: readonly (string | null)[]
  onChange(key: string, text: string): void
  /** Takes a token out of the batch; absent while there is only one. */
  onRemove?: ((key: string) => void) | undefined
}

/** Rows that a dialog shows whole: it scrolls then, not the table in it. */
const FEW_ROWS = 8

/** A price for each token: one field for one, a table for many. */
export function PriceTable({ rows, reasons, onChange, onRemove }: PriceTableProps) {
  const [only, ...others] = rows
  if (only === undefined) return null
  const areListed = rows.some(({ token }) => token.listedPrice !== null)
  if (others.length === 0) return <PriceField row={only} label="Price" isFirst onChange={onChange} />
  return (
    <div className={styles.frame} data-few={rows.length <= FEW_ROWS || undefined}>
      <table className={styles.table} aria-label="New prices">
        <thead>
          <tr>
            <th scope="col">Item</th>
            {areListed && (
              <th scope="col" data-number="">
                Now
              </th>
            )}
            <th scope="col" data-number="" data-stays="">
              Floor
            </th>
            <th scope="col" data-number="">
              Trait floor
            </th>
            <th scope="col" data-number="">
              Last sale
            </th>
            <th scope="col" data-number="">
              Cost
            </th>
            <th scope="col">New price</th>
            <th scope="col" data-number="">
              P&L
            </th>
            {onRemove !== undefined && (
              <th scope="col">
                <span className={styles.hidden}>Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <PriceRow
              key={editionKey(row.token)}
              row={row}
              reason={reasons[at]}
              isListed={areListed}
              onChange={onChange}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PriceRowProps extends Pick<PriceTableProps, 'onChange' | 'onRemove'> {
  row: PricedToken
  reason: string | null | undefined
  /** Some of the tokens are listed now. */
  isListed: boolean
}

/** A token with its references, its present price and its new one. */
function PriceRow({ row, reason, isListed, onChange, onRemove }: PriceRowProps) {
  const token = inListedEdition(row.token)
  const name = [token.name, editionLabel(token)].filter(Boolean).join(' ')
  return (
    <tr>
      <ItemCell token={token}>{reason && <span className={styles.reason}>{reason}</span>}</ItemCell>
      {isListed && <td data-number="">{formatApt(row.present ?? row.token.listedPrice)}</td>}
      <td data-number="" data-stays="">
        {formatApt(row.references.floor)}
      </td>
      <td data-number="">{formatApt(row.references.startingTraitFloor)}</td>
      <td data-number="">{formatApt(row.references.lastSale)}</td>
      <CostCell cost={row.references.cost} isLoading={row.isCostLoading} />
      <td className={styles.field}>
        <PriceField row={row} label={`New price of ${name}`} hideLabel onChange={onChange} />
      </td>
      <GainCell gain={row.gain} />
      {onRemove !== undefined && (
        <td>
          <IconButton label={`Remove ${name}`} size="sm" onClick={() => onRemove(editionKey(row.token))}>
            <X />
          </IconButton>
        </td>
      )}
    </tr>
  )
}

interface PriceFieldProps {
  row: PricedToken
  label: string
  hideLabel?: boolean
  isFirst?: boolean
  onChange(key: string, text: string): void
}

function PriceField({ row, label, hideLabel = false, isFirst = false, onChange }: PriceFieldProps) {
  const error = useFieldError(row.text, row.error)
  return (
    <AptField
      label={label}
      hideLabel={hideLabel}
      autoFocus={isFirst}
      value={row.text}
      error={error}
      hint={hideLabel && row.octas !== null ? (floorLabel(row.octas, row.references.floor) ?? undefined) : undefined}
      onChange={(text) => onChange(editionKey(row.token), text)}
    />
  )
}
