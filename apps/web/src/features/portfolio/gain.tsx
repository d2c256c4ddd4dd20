import { formatAptExact, type Octas, toOctas } from '../../lib/format/apt.ts'
import { formatCompact } from '../../lib/format/compact.ts'
import { formatUsd, formatUsdExact } from '../../lib/format/usd.ts'
import { useSite } from '../../lib/site.tsx'
import styles from './gain.module.css'

/** @source spec 001, section 9 "2 for profit and loss" */
const DECIMALS = 2
const APT_DECIMALS = 8

/** A profit or a loss: sign, colour and exact amount; `unknown` where it is not known. */
export function Gain({ octas }: { octas: Octas }) {
  const { preferences, usdRate } = useSite()
  const amount = toOctas(octas)
  if (amount === null) return <span className={styles.unknown}>unknown</span>
  const inUsd = preferences.currency === 'USD'
  const text = inUsd ? formatUsd(amount, usdRate) : formatCompact(amount, APT_DECIMALS, DECIMALS)
  return (
    <span
      className={styles.gain}
      data-trend={amount > 0n ? 'up' : amount < 0n ? 'down' : 'flat'}
      title={inUsd ? formatUsdExact(amount, usdRate) : formatAptExact(amount)}
    >
      {amount > 0n ? '+' : ''}
      {text}
      {!inUsd && <span className={styles.unit}> APT</span>}
    </span>
  )
}
