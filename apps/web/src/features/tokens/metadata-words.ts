import type { MetadataState } from '@opal/contract/metadata'
import { formatCount } from '../../lib/format/number.ts'

/** How it stands with a token's metadata, in words; the time of the last fetch stands beside them. */
export function metadataWords({ status, ahead, fetchedAtMicros }: MetadataState): string {
  if (status === 'pending') return ahead === 0 ? 'Next to be fetched' : `Waits behind ${formatCount(ahead)}`
  if (status === 'failed') return fetchedAtMicros === null ? 'Could not be fetched' : 'Not to be had, as of'
  return 'Fetched'
}
