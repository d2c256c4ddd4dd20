import type { ReactNode } from 'react'
import { formatUnits } from '../../lib/format/decimal.ts'
import styles from './mint-card.module.css'

export interface MintProgressProps {
  minted: string
  maxSupply: string | null
  name: string
  /** Opens how the count comes about. */
  working: ReactNode
}

/** How much of a collection is minted: a bar where there is an end, a count where there is none. */
export function MintProgress({ minted, maxSupply, name, working }: MintProgressProps) {
  const count = formatUnits(BigInt(minted), 0, { group: true })
  if (maxSupply === null) {
    return (
      <p className={styles.progress}>
        {count} minted, no limit
        {working}
      </p>
    )
  }
  const share = shareOf(BigInt(minted), BigInt(maxSupply))
  return (
    <div className={styles.progress}>
      <span className={styles.line}>
        <span>
          {count} of {formatUnits(BigInt(maxSupply), 0, { group: true })}
          {working}
        </span>
        <span className={styles.share}>{share}%</span>
      </span>
      <progress
        className={styles.bar}
        data-full={share === 100 || undefined}
        max={100}
        value={share}
        aria-label={`${name} minted`}
      >
        {share}%
      </progress>
    </div>
  )
}

/** Whole percent, rounded down: 100 means the last one is gone. */
function shareOf(minted: bigint, maxSupply: bigint): number {
  return minted >= maxSupply ? 100 : Number((minted * 100n) / maxSupply)
}
