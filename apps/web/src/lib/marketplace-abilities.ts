import type { MarketplaceInfo } from '@opal/contract/endpoints/get-network'

/** Can something listed on this venue be bought through us? Said by the venue's status and abilities, never by its name. */
export function canBuyOn(venue: MarketplaceInfo | undefined): boolean {
  return venue?.status === 'active' && venue.abilities.includes('buy')
}

/** Can a listing on this venue be taken back through us? */
export function canDelistOn(venue: MarketplaceInfo | undefined): boolean {
  return (
    venue !== undefined && venue.status !== 'absent' && venue.status !== 'history' && venue.abilities.includes('delist')
  )
}

/** Can a token be listed on this venue through us? */
export function canListOn(venue: MarketplaceInfo | undefined): boolean {
  return venue?.status === 'active' && venue.abilities.includes('list')
}
