import { IconButton } from '@opal/ui/controls/icon-button'
import type { Column } from '@opal/ui/data/data-table'
import { ArrowLeftRight } from 'lucide-react'
import { openConnect } from '../../../app/commands.ts'
import { formatAddress } from '../../../shared/format/name.ts'
import { tickColumn } from './tick-column.tsx'
import styles from './tick-or-switch.module.css'
import type { Selection } from './use-selection.ts'

/** Reads what the column shows of a row of several wallets. */
export interface WalletRowReader<Row> {
  readonly keyOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly walletOf: (row: Row) => string
}

/** Returns the column of boxes for the connected account's items, and of buttons that connect the account of the others. */
export function tickOrSwitch<Row>(
  selection: Selection<Row>,
  own: string | null,
  { keyOf, nameOf, walletOf }: WalletRowReader<Row>,
): Column<Row> {
  const ticks = tickColumn(selection, keyOf, nameOf)
  return {
    ...ticks,
    header: own === null ? '' : ticks.header,
    cell: (row, index) =>
      walletOf(row) === own ? (
        ticks.cell(row, index)
      ) : (
        <span className={styles.switch}>
          <IconButton
            size="sm"
            label={`Switch account: ${formatAddress(walletOf(row))} holds ${nameOf(row)}`}
            onClick={() => openConnect()}
          >
            <ArrowLeftRight />
          </IconButton>
        </span>
      ),
  }
}
