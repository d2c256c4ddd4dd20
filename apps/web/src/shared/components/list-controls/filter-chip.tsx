import { X } from 'lucide-react'
import styles from './filter-chip.module.css'

/** An active filter; a click removes it. */
export function FilterChip({ label, onRemove }: { label: string; onRemove(): void }) {
  return (
    <button type="button" className={styles.chip} onClick={onRemove} aria-label={`Remove filter ${label}`}>
      <span className={styles.label} dir="auto">
        {label}
      </span>
      <X aria-hidden="true" />
    </button>
  )
}
