import type { LookAlike } from '@opal/contract/collections'
import { TriangleAlert } from 'lucide-react'
import { lookAlikeSentence } from './look-alike-sentence.ts'
import styles from './look-alike-warning.module.css'

/** The warning as a badge after the name, where there is no room for the sentence. */
export function LookAlikeBadge({ looksLike }: { looksLike: LookAlike }) {
  const sentence = lookAlikeSentence(looksLike)
  return (
    <span className={styles.badge} role="img" aria-label={sentence} title={sentence}>
      <TriangleAlert aria-hidden="true" />
    </span>
  )
}
