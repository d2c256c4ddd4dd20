// Written by scripts/generate-registry.ts from the folders of this package. Do not edit.
import type { MarketplaceAdapter } from './adapter.ts'
import { bluemoveAdapter } from './bluemove/adapter.ts'
import { findById, findNative } from './find-adapter.ts'
import { mercatoAdapter } from './mercato/adapter.ts'
import { opalAdapter } from './opal/adapter.ts'
import { topazAdapter } from './topaz/adapter.ts'

/** Every marketplace we understand, by folder name. */
export const MARKETPLACES: readonly MarketplaceAdapter[] = [bluemoveAdapter, mercatoAdapter, opalAdapter, topazAdapter]

/** Returns the marketplace with this id or alias; null when there is none. */
export function marketplaceById(id: string): MarketplaceAdapter | null {
  return findById(MARKETPLACES, id)
}

/** Our own marketplace. */
export const nativeMarketplace: MarketplaceAdapter = findNative(MARKETPLACES)
