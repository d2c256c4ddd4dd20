import type { LookAlike } from '@opal/contract/collections'
import { TriangleAlert } from 'lucide-react'
import { collectionPath } from '../../app/paths.ts'
import styles from './look-alike-warning.module.css'

/** Returns the warning. @source docs/product/collections.md#look-alikes */
export function lookAlikeSentence({ collectionName, isVerified }: LookAlike): string {
  return `This name looks like ${collectionName}, ${isVerified ? 'a verified' : 'a larger'} collection`
}

/** Warns of a collection whose name can be mistaken for that of a better-known one, which it links to. */
export function LookAlikeWarning({ looksLike }: { looksLike: LookAlike }) {
  return (
    <p className={styles.warning} role="note">
      <TriangleAlert aria-hidden="true" />
      <span>
        {lookAlikeSentence(looksLike)}. <a href={collectionPath(looksLike.slug)}>Show it</a>
      </span>
    </p>
  )
}

/** The warning as a badge after the name, where there is no room for the sentence. */
export function LookAlikeBadge({ looksLike }: { looksLike: LookAlike }) {
  const sentence = lookAlikeSentence(looksLike)
  return (
    <span className={styles.badge} role="img" aria-label={sentence} title={sentence}>
      <TriangleAlert aria-hidden="true" />
    </span>
  )
}
