import type { CollectionDetail } from '@opal/contract/collections'
import { Button } from '@opal/ui/controls/button'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { canBidOn } from '../../../entities/order/marketplace-abilities.ts'

export interface CollectionBidButtonProps {
  collection: Pick<CollectionDetail, 'collectionId' | 'collectionName' | 'collectionImage'>
}

/** Bids on any token of a collection, where a marketplace takes such bids. */
export function CollectionBidButton({ collection }: CollectionBidButtonProps) {
  const { marketplaces } = useSite()
  if (!marketplaces.some((marketplace) => canBidOn(marketplace, 'collection'))) return null
  return (
    <Button size="sm" onClick={() => openTrade({ kind: 'collection-bid', collection })}>
      Collection bid
    </Button>
  )
}
