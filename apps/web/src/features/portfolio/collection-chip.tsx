import { Button } from '@opal/ui/button'
import { X } from 'lucide-react'
import styles from './collection-chip.module.css'

/** Says that only one collection is shown, and takes that back. */
export function CollectionChip({ name, onClear }: { name: string; onClear(): void }) {
  return (
    <p className={styles.chip}>
      <Button
        size="sm"
        icon={<X aria-hidden="true" />}
        aria-label={`Show all collections, not only ${name}`}
        onClick={onClear}
      >
        Only {name}
      </Button>
    </p>
  )
}
