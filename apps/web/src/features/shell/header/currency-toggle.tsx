import { Segmented } from '@opal/ui/controls/segmented'
import { startTransition } from 'react'
import { useSite } from '../../../app/site.tsx'
import styles from './currency-toggle.module.css'

const UNKNOWN_RATE = 'USD: the price of APT is unknown right now, so prices stay in APT'

/** Shows prices in APT or in US dollars. */
export function CurrencyToggle() {
  const { preferences, usdRate, setPreference } = useSite()
  return (
    <div className={styles.toggle}>
      <Segmented
        label="Currency"
        value={preferences.currency}
        // The prices of the page follow the pressed option.
        onValueChange={(currency) => startTransition(() => setPreference('currency', currency))}
        options={[
          { value: 'APT', content: 'APT' },
          { value: 'USD', content: 'USD', ...(usdRate === null && { label: UNKNOWN_RATE }) },
        ]}
      />
    </div>
  )
}
