import { Segmented } from '@opal/ui/controls/segmented'
import { LayoutGrid, List } from 'lucide-react'
import { startTransition } from 'react'
import { useSite } from '../../../app/site.tsx'
import styles from './layout-choice.module.css'

/**
 * Switches the items of collections, or those of portfolios, between grid and table, and the cards of a grid between three sizes.
 * The items follow the pressed option.
 */
export function LayoutChoice({ of: name }: { of: 'view' | 'holdings' }) {
  const { preferences, setPreference } = useSite()
  return (
    <span className={styles.choice}>
      {preferences[name] === 'grid' && (
        <span className={styles.size}>
          <Segmented
            label="Card size"
            value={preferences.cards}
            onValueChange={(size) => startTransition(() => setPreference('cards', size))}
            options={CARD_SIZES}
          />
        </span>
      )}
      <Segmented
        label="Layout"
        value={preferences[name]}
        onValueChange={(layout) => startTransition(() => setPreference(name, layout))}
        options={[
          { value: 'grid', content: <LayoutGrid aria-hidden="true" />, label: 'Grid' },
          { value: 'table', content: <List aria-hidden="true" />, label: 'Table' },
        ]}
      />
    </span>
  )
}

const CARD_SIZES = [
  { value: 's', content: 'S', label: 'Small cards' },
  { value: 'm', content: 'M', label: 'Medium cards' },
  { value: 'l', content: 'L', label: 'Large cards' },
] as const
