import type { Erasure } from './erase-account.ts'
import styles from './erasure-result.module.css'
import { erasedWords } from './erasure-words.ts'

/** What went, by its count, and what stays where nobody can erase it. */
export function ErasureResult({ erasure }: { erasure: Erasure }) {
  return (
    <div className={styles.result} role="status">
      <h2>Your account is erased</h2>
      <ul>
        {Object.entries(erasure.deleted)
          .filter(([, count]) => count > 0)
          .map(([table, count]) => (
            <li key={table}>{erasedWords(table, count)}</li>
          ))}
      </ul>
      <p>{erasure.staysOnChain}</p>
      <p>You are signed out. Your wallet stays connected until you disconnect it.</p>
    </div>
  )
}
