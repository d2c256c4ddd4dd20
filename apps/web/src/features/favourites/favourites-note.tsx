import { Button } from '@opal/ui/controls/button'
import { favourites } from '../../entities/collection/favourites.ts'
import { pageSession, requireSession } from '../../entities/session/page-session.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './favourites-note.module.css'

/** Tells where favourites are stored, and offers to sign in to store them with the wallet. */
export function FavouritesNote() {
  const { status } = useStore(pageSession)
  const { unsaved } = useStore(favourites)
  // The rows below stay in their place.
  if (status === 'unknown') return <div className={styles.note} />
  return (
    <div className={styles.note}>
      <p>
        {status === 'visitor'
          ? 'Favorites are saved in this browser.'
          : unsaved.length === 0
            ? 'Favorites are synced to your wallet.'
            : `${unsaved.length === 1 ? '1 favorite is' : `${unsaved.length} favorites are`} saved only in this browser until the server responds.`}
      </p>
      {status === 'visitor' && (
        <Button size="sm" onClick={() => void requireSession('sync your favorites to your wallet')}>
          Sign in to sync
        </Button>
      )}
    </div>
  )
}
