import { useSite } from '../../../app/site.tsx'
import { latestRate } from '../../../shared/format/apt-rate.ts'
import { formatRate } from '../../../shared/format/usd.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import styles from '../footer/footer.module.css'

/** Age from which it is shown. */
const STALE_SECONDS = 300

/** The price of one APT; renders nothing while it is unknown. @source docs/product/display.md#apt-price */
export function AptPrice() {
  const { usdRate } = useSite()
  const age = useStore(latestRate)?.ageSeconds ?? null
  if (usdRate === null) return null
  const stale = age !== null && age >= STALE_SECONDS
  return (
    <span className={styles.price} title="Price of one APT in US dollars">
      APT {formatRate(usdRate)}
      {stale && ` (${Math.floor(age / 60)} min old)`}
    </span>
  )
}
