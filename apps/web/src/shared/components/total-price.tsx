import { useSite } from '../../app/site.tsx'
import { formatUsdExact } from '../format/usd.ts'
import { Price, type PriceProps } from './price.tsx'
import styles from './total-price.module.css'

/** Shows the total of a trade: in APT to the octa, as it is signed, and also in dollars for readers of dollar prices. */
export function TotalPrice({ octas }: Pick<PriceProps, 'octas'>) {
  const { currency, usdRate } = useSite()
  const inUsd = currency === 'USD' && octas !== null && octas !== undefined
  return (
    <span>
      {inUsd && <span className={styles.dollars}>{formatUsdExact(octas, usdRate)} · </span>}
      <Price octas={octas} exact />
    </span>
  )
}
