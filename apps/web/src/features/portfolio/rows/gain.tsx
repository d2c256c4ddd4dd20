import type { Preferences } from '../../../app/preferences.ts'
import { useSite } from '../../../app/site.tsx'
import { formatAptExact, type Octas, toOctas } from '../../../shared/format/apt.ts'
import { formatCompact } from '../../../shared/format/compact.ts'
import { formatUsd, formatUsdExact, type UsdRate } from '../../../shared/format/usd.ts'
import styles from './gain.module.css'

/** @source docs/product/display.md#changes */
const DECIMALS = 2
const APT_DECIMALS = 8
/** Anything smaller would read as 0, or nearly so. */
const SMALLEST_SHOWN_OCTAS = 1_000_000n

/** A profit or a loss: sign, colour and exact amount; `unknown` where it is not known. */
export function Gain({ octas }: { octas: Octas }) {
  const { preferences, usdRate } = useSite()
  const amount = toOctas(octas)
  if (amount === null) return <span className={styles.unknown}>unknown</span>
  const inUsd = preferences.currency === 'USD'
  return (
    <span
      className={styles.gain}
      data-trend={amount > 0n ? 'up' : amount < 0n ? 'down' : 'flat'}
      title={inUsd ? formatUsdExact(amount, usdRate) : formatAptExact(amount)}
    >
      {formatGain(amount, preferences.currency, usdRate)}
      {!inUsd && <span className={styles.unit}> APT</span>}
    </span>
  )
}

/** A gain for the eye, always with its sign: two decimals, `< +0.01` and `> -0.01` for what would read as 0. */
export function formatGain(octas: bigint, currency: Preferences['currency'], rate: UsdRate): string {
  if (currency === 'USD') {
    const text = formatUsd(octas, rate)
    return octas > 0n ? text.replace('$', '+$') : text
  }
  if (octas > 0n && octas < SMALLEST_SHOWN_OCTAS) return '< +0.01'
  if (octas < 0n && octas > -SMALLEST_SHOWN_OCTAS) return '> -0.01'
  return `${octas > 0n ? '+' : ''}${formatCompact(octas, APT_DECIMALS, DECIMALS)}`
}
