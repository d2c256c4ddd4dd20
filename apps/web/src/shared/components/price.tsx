import type { Rounding } from '@opal/domain/text/decimal'
import { useSite } from '../../app/site.tsx'
import { formatApt, formatAptExact, type Octas, toOctas } from '../format/apt.ts'
import { formatUsd, formatUsdExact } from '../format/usd.ts'
import styles from './price.module.css'

export interface PriceProps {
  octas: Octas
  /** In APT to the last octa, whatever the user's currency: for amounts that are signed. */
  exact?: boolean
  /** Without the coin icon. */
  bare?: boolean
  /** `down` for what a wallet receives or has, `up` for what it pays. */
  rounding?: Rounding
}

/** An amount in the user's currency; the exact amount for screen readers and on hover, and where it is rounded also on a tap and by keyboard. */
export function Price({ octas, exact: toTheOcta = false, bare = false, rounding }: PriceProps) {
  const { currency, usdRate } = useSite()
  if (toOctas(octas) === null) return <span className={styles.none}>-</span>
  const inUsd = currency === 'USD' && !toTheOcta
  const exact = inUsd ? formatUsdExact(octas, usdRate) : formatAptExact(octas)
  const whole = exact.replace(' APT', '')
  const shown = inUsd ? formatUsd(octas, usdRate, rounding) : toTheOcta ? whole : formatApt(octas, rounding)
  return (
    <span
      className={inUsd || bare ? styles.price : styles.apt}
      title={exact}
      data-hint={shown === whole ? undefined : ''}
    >
      <span aria-hidden="true">{shown}</span>
      <span className={styles.exact}>{exact}</span>
    </span>
  )
}
