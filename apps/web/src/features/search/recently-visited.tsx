import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { X } from 'lucide-react'
import { Link } from 'react-router'
import { collectionPath } from '../../app/paths.ts'
import {
  clearRecentCollections,
  recentCollections,
  removeRecentCollection,
} from '../../entities/collection/recent-collections.ts'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './search-popup.module.css'
import { SearchSection } from './search-section.tsx'

/** Collections visited in this browser, which can be removed one by one or all at once. */
export function RecentlyVisited() {
  const recent = useStore(recentCollections)
  if (recent.length === 0) return null
  const clear = (
    <Button variant="ghost" size="sm" onClick={clearRecentCollections}>
      Clear All
    </Button>
  )
  return (
    <SearchSection title="Recently Visited" aside={clear}>
      <ul className={styles.recent}>
        {recent.map(({ collectionId, slug, name, image }) => (
          <li key={collectionId} className={styles.row}>
            <Link to={collectionPath(slug)} className={styles.link}>
              <span className={styles.image}>
                <ResponsiveImage src={image} alt={name} width={32} decorative />
              </span>
              <span className={styles.name} dir="auto">
                {name}
              </span>
            </Link>
            <IconButton label={`Remove ${name}`} size="sm" onClick={() => removeRecentCollection(collectionId)}>
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </SearchSection>
  )
}
