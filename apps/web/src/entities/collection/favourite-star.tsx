import { IconButton } from '@opal/ui/controls/icon-button'
import { Star } from 'lucide-react'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './favourite-star.module.css'
import { favourites, toggleFavourite } from './favourites.ts'

/** A star that keeps a collection among the reader's favourites. */
export function FavouriteStar({ collectionId, name }: { collectionId: string; name: string }) {
  const kept = useStore(favourites).ids.includes(collectionId)
  return (
    <span className={styles.star} data-kept={kept || undefined}>
      <IconButton
        label={kept ? `Remove ${name} from favourites` : `Add ${name} to favourites`}
        pressed={kept}
        size="sm"
        onClick={() => toggleFavourite(collectionId)}
      >
        <Star />
      </IconButton>
    </span>
  )
}
