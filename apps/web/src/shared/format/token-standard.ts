import type { CollectionDetail } from '@opal/contract/collections'

/** Returns the name of a token standard, as Aptos calls it. */
export function formatTokenStandard(standard: CollectionDetail['tokenStandard']): string {
  return standard === 'v1' ? 'Token v1' : 'Digital Asset'
}
