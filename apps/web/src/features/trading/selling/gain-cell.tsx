import { formatGain, isBreakEven } from '../../../shared/format/gain.ts'

export interface GainCellProps {
  gain: bigint | null
  /** It stays on phones. */
  stays?: boolean
}

/** Gain or loss of a sale over the cost of an item. */
export function GainCell({ gain, stays = false }: GainCellProps) {
  return (
    <td
      data-number={stays ? undefined : ''}
      data-figure={stays ? '' : undefined}
      data-trend={gain === null || isBreakEven(gain) ? undefined : gain > 0n ? 'up' : 'down'}
    >
      {gain === null ? '-' : isBreakEven(gain) ? '±0' : formatGain(gain, 'APT', null)}
    </td>
  )
}
