import type { LiveMessage } from '@opal/contract/live'
import type { ApiParts } from '../context.ts'
import type { ResponseCache } from './response-cache.ts'

/** The caches that messages of the change feed invalidate. */
export interface InvalidatedCaches extends Pick<ApiParts, 'collections' | 'facts' | 'traits' | 'traitSummaries'> {
  readonly responses: ResponseCache
}

/**
 * Deletes from every cache what a message of the change feed outdates: the entries of its collection, its token among the listed
 * ones, all of those when time changed them, the trait columns when the collection's tokens changed, and all responses. Call it
 * before the message is sent to clients.
 */
export function invalidate(
  { collections, facts, traits, traitSummaries, responses }: InvalidatedCaches,
  message: LiveMessage,
): void {
  const { collectionId } = message
  const tokenDataId = message.kind === 'activity' ? message.activity.tokenDataId : null
  collections.invalidate(collectionId)
  facts.invalidate(collectionId)
  traits.invalidate([{ collectionId, tokenDataId }])
  if (message.kind === 'tokens_change' && collectionId !== null) traits.deleteColumns(collectionId)
  if (message.kind === 'listings_change' && collectionId !== null) traits.deleteListed(collectionId)
  traitSummaries.invalidate(collectionId)
  responses.clear()
}

/** Empties every cache: changes from before the feed was read have no message. */
export function clearAll({ collections, facts, traits, traitSummaries, responses }: InvalidatedCaches): void {
  for (const cache of [traits, traitSummaries, collections, facts, responses]) cache.clear()
}
