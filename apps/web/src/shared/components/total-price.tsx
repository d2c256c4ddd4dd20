import { useSite } from '../../app/site.tsx'
import { formatUsdExact } from '../format/usd.ts'
import { Price, type PriceProps } from './price.tsx'
import styles from './total-price.module.css'

/** What a trade comes to: in APT to the last octa, for that is signed, and for those who read prices in dollars in these too. */
export function TotalPrice({ octas }: Pick<PriceProps, 'octas'>) {
  const { preferences, usdRate } = useSite()
  const inUsd = preferences.currency === 'USD' && usdRate !== null && octas !== null && octas !== undefined
  return (
    <span>
      {inUsd && <span className={styles.dollars}>{formatUsdExact(octas, usdRate)} · </span>}
      <Price octas={octas} exact />
    </span>
  )
}
