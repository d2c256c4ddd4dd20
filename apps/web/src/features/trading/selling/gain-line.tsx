import { sumOctas } from '@opal/domain/prices/octas'
import { changePercent } from '@opal/domain/prices/rates'
import { formatApt } from '../../../shared/format/apt.ts'
import { formatGain, isBreakEven } from '../../../shared/format/gain.ts'
import { formatChange } from '../../../shared/format/number.ts'
import styles from './prices/price-presets.module.css'

/** A token's cost, and what is left over it after fee and royalty; null where either is unknown. */
export interface TokenGain {
  readonly gain: bigint | null
  /** The same at the end of a price that falls; absent for a fixed one. */
  readonly endGain?: bigint | null
  readonly cost: bigint | null
}

export interface GainLineProps {
  rows: readonly TokenGain[]
  /** Where nothing else names the cost. */
  withCost?: boolean
}

/**
 * Shows the gain over the cost after fee and royalty, for one token or for all with a known cost; of a price that falls at the
 * starting price and at the lowest. Renders nothing while no price is typed or no cost is known.
 */
export function GainLine({ rows, withCost = false }: GainLineProps) {
  const known = rows.flatMap(({ gain, cost, endGain }) =>
    gain === null || cost === null ? [] : [{ gain, cost, endGain }],
  )
  if (known.length === 0) return null
  const gain = sumOctas(known.map((row) => row.gain))
  const cost = sumOctas(known.map((row) => row.cost))
  const isFalling = known.some(({ endGain }) => endGain !== undefined)
  const end = sumOctas(known.map((row) => row.endGain ?? row.gain))
  const trend = isFalling && trendOf(end) !== trendOf(gain) ? 'flat' : trendOf(gain)
  const unknown = rows.length - known.length
  return (
    <p className={styles.gain} role="status">
      <span>
        {withCost && `Cost ${formatApt(cost)} APT · `}P&L after fees
        {isFalling && ' from the starting to the lowest price'}
        {unknown > 0 && ` of ${known.length} with a known cost`}
      </span>
      <strong data-trend={trend}>
        {outcomeLabel(gain, cost)}
        {isFalling && ` to ${outcomeLabel(end, cost)}`}
      </strong>
    </p>
  )
}

function trendOf(gain: bigint): 'up' | 'down' | 'flat' {
  return isBreakEven(gain) ? 'flat' : gain > 0n ? 'up' : 'down'
}

/** Returns a gain with its part of the cost, such as "+1 APT (+50%)". */
function outcomeLabel(gain: bigint, cost: bigint): string {
  if (isBreakEven(gain)) return 'Break-even'
  const percent = cost > 0n ? ` (${formatChange(changePercent(cost + gain, cost))})` : ''
  return `${formatGain(gain, 'APT', null)} APT${percent}`
}
