import { formatGain } from '../../../shared/format/gain.ts'

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
      data-trend={gain === null || gain === 0n ? undefined : gain > 0n ? 'up' : 'down'}
    >
      {gain === null ? '-' : formatGain(gain, 'APT', null)}
    </td>
  )
}
