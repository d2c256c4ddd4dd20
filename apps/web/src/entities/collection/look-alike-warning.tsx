import type { LookAlike } from '@opal/contract/collections'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { collectionPath } from '../../app/paths.ts'
import { lookAlikeSentence } from './look-alike-sentence.ts'
import styles from './look-alike-warning.module.css'

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
