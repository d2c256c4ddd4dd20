import type { Address } from '@opal/domain/address'
import type { TokenEvent } from './token-events.ts'
import type { TokenLookup } from './token-lookup.ts'
import { TOKEN } from './token-types.ts'
import type { WrittenObjects } from './written-objects.ts'

/** Objects that the transaction itself shows to be tokens: written as one, minted, burnt or mutated. */
export function tokensShown(objects: WrittenObjects, events: readonly TokenEvent[]): ReadonlySet<Address> {
  const shown = new Set<Address>()
  for (const [address] of objects.all(TOKEN)) shown.add(address)
  for (const { kind, token } of events) if (kind !== 'transfer') shown.add(token)
  return shown
}

/** Events about tokens: transfers of other objects are left out. */
export function eventsOfTokens(
  objects: WrittenObjects,
  events: readonly TokenEvent[],
  lookup: TokenLookup,
): readonly TokenEvent[] {
  const shown = tokensShown(objects, events)
  return events.filter(({ token }) => shown.has(token) || lookup.isKnownToken(token))
}
