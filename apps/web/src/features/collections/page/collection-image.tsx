import type { Collection } from '@opal/contract/collections'
import { ResponsiveImage } from '../../../shared/components/image.tsx'

/** A collection's image in its head and in the line of it. */
export function CollectionImage({ collection }: { collection: Collection }) {
  return (
    <ResponsiveImage
      src={collection.collectionImage}
      colour={collection.collectionImageFacts?.colour}
      alt={collection.collectionName}
      width={72}
      eager
      decorative
    />
  )
}
