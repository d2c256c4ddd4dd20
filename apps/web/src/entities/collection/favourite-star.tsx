import { IconButton } from '@opal/ui/controls/icon-button'
import { Star } from 'lucide-react'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './favourite-star.module.css'
import { favourites, toggleFavourite } from './favourites.ts'

/** A toggle that adds a collection to the user's favourites. */
export function FavouriteStar({ collectionId, name }: { collectionId: string; name: string }) {
  const starred = useStore(favourites).ids.includes(collectionId)
  return (
    <span className={styles.star} data-starred={starred || undefined}>
      <IconButton
        label={starred ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
        on={starred}
        size="sm"
        onClick={() => toggleFavourite(collectionId)}
      >
        <Star />
      </IconButton>
    </span>
  )
}
