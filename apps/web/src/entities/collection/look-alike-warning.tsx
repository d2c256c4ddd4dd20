import type { LookAlike } from '@opal/contract/collections'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { collectionPath } from '../../app/paths.ts'
import styles from './look-alike-warning.module.css'

/** Returns the warning. @source docs/product/collections.md#look-alikes */
function lookAlikeSentence({ collectionName, isVerified }: LookAlike): string {
  return `This name looks like ${collectionName}, ${isVerified ? 'a verified' : 'a larger'} collection`
}

/**
 * Warns of a collection whose name can be mistaken for that of a better-known one, which it links to.
 * @param props.isInDialog opens the link in a new tab, so that the dialog stays.
 */
export function LookAlikeWarning({ looksLike, isInDialog = false }: { looksLike: LookAlike; isInDialog?: boolean }) {
  return (
    <Warning>
      {lookAlikeSentence(looksLike)}.{' '}
      <Link to={collectionPath(looksLike.slug)} {...(isInDialog && { target: '_blank' })}>
        View that collection
      </Link>
    </Warning>
  )
}

/** Warns that the comparison with better-known collections failed. */
export function UncheckedNameWarning() {
  return <Warning>Couldn’t check this name against better-known collections.</Warning>
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className={styles.warning} role="note">
      <TriangleAlert aria-hidden="true" />
      <span>{children}</span>
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
