import { X } from 'lucide-react'
import styles from './filter-chip.module.css'

/** A filter that is on; pressing it takes it away. */
export function FilterChip({ words, onRemove }: { words: string; onRemove(): void }) {
  return (
    <button type="button" className={styles.chip} onClick={onRemove} aria-label={`Remove filter ${words}`}>
      <span className={styles.words}>{words}</span>
      <X aria-hidden="true" />
    </button>
  )
}
