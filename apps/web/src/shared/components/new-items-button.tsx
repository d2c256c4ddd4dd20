import { ArrowUp } from 'lucide-react'
import styles from './new-items-button.module.css'

export interface NewItemsButtonProps {
  /** Such as `12 new`; null while nothing waits. */
  words: string | null
  onShow(): void
}

/** What waits because the reader points into a list; a press lets it in. */
export function NewItemsButton({ words, onShow }: NewItemsButtonProps) {
  return (
    <div className={styles.place} aria-live="polite">
      {words !== null && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <ArrowUp aria-hidden="true" />
          {words}
        </button>
      )}
    </div>
  )
}
