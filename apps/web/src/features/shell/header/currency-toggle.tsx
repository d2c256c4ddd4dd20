import { Segmented } from '@opal/ui/controls/segmented'
import { useSite } from '../../../app/site.tsx'
import styles from './currency-toggle.module.css'

/** Shows prices in APT or in US dollars. */
export function CurrencyToggle() {
  const { preferences, setPreference } = useSite()
  return (
    <div className={styles.toggle}>
      <Segmented
        label="Currency"
        value={preferences.currency}
        onValueChange={(currency) => setPreference('currency', currency)}
        options={[
          { value: 'APT', content: 'APT' },
          { value: 'USD', content: 'USD' },
        ]}
      />
    </div>
  )
}
