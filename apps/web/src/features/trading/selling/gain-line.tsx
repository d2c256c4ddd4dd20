import { changePercent } from '@opal/domain/prices/rates'
import { formatGain } from '../../../shared/format/gain.ts'
import { formatChange } from '../../../shared/format/number.ts'
import styles from './price-presets.module.css'
import type { PricedToken } from './use-priced-tokens.ts'

/**
 * Shows the gain over the cost after fee and royalty, for one token or for all with a known cost. Renders nothing while no
 * price is typed or no cost is known.
 */
export function GainLine({ rows }: { rows: readonly PricedToken[] }) {
  const known = rows.flatMap(({ gain, references: { cost } }) =>
    gain === null || cost === null ? [] : [{ gain, cost }],
  )
  if (known.length === 0) return null
  const gain = known.reduce((sum, row) => sum + row.gain, 0n)
  const cost = known.reduce((sum, row) => sum + row.cost, 0n)
  const unknown = rows.length - known.length
  return (
    <p className={styles.gain} role="status">
      <span>P&L after fees{unknown > 0 && ` of ${known.length} with a known cost`}</span>
      <strong data-trend={gain > 0n ? 'up' : gain < 0n ? 'down' : 'flat'}>
        {formatGain(gain, 'APT', null)} APT
        {cost > 0n && ` (${formatChange(changePercent(cost + gain, cost))})`}
      </strong>
    </p>
  )
}
