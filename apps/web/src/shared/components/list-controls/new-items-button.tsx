import { ArrowUp } from 'lucide-react'
import styles from './new-items-button.module.css'

export interface NewItemsButtonProps {
  /** Such as `12 new`; null while nothing is pending. */
  label: string | null
  onShow(): void
}

/** Shows how many items of a list are pending while the user interacts with it; a click inserts them. */
export function NewItemsButton({ label, onShow }: NewItemsButtonProps) {
  return (
    <div className={styles.place} aria-live="polite">
      {label !== null && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <ArrowUp aria-hidden="true" />
          {label}
        </button>
      )}
    </div>
  )
}
