import type { MetadataState as Answer } from '@opal/contract/metadata'
import type { MetadataState } from '@opal/store/queries/tokens/metadata'
import { toTextOrNull } from './text.ts'

/** How it stands with a token's metadata, as JSON. */
export function presentMetadataState({ fetchedAtMicros, ...state }: MetadataState): Answer {
  return { ...state, fetchedAtMicros: toTextOrNull(fetchedAtMicros) }
}
