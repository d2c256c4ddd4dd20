import { MarketError } from '@opal/domain/errors'
import { MARKETPLACES } from '@opal/marketplaces/registry'

/** A request names a marketplace that does not exist. */
export class UnknownMarketplaceError extends MarketError {
  override readonly code = 'invalid-request'
  constructor(member: string, id: string) {
    const sentence = `there is no marketplace '${id}'; the marketplaces are ${[...IDS].join(', ')}`
    super(`The request is not valid: ${member}: ${sentence}`, { details: { [member]: sentence } })
  }
}

const IDS: ReadonlySet<string> = new Set(MARKETPLACES.map(({ id }) => id))

/**
 * Refuses a filter by a marketplace that does not exist: any member `marketplace` or `marketplaces` of a parsed query, and of
 * `filter` and `exclude` in a body. The contract cannot: it knows how an id looks, not which there are. One that exists but is
 * absent on this network is let through, and finds nothing. The items of a trade are answered one by one, each with its reason.
 * @throws UnknownMarketplaceError
 * @source docs/product/api.md#values-that-do-not-exist
 */
export function refuseUnknownMarketplaces({ query, body }: { readonly query: unknown; readonly body: unknown }): void {
  refuseIn(query, '')
  if (!isObject(body)) return
  for (const part of ['filter', 'exclude']) refuseIn(body[part], `${part}.`)
}

function refuseIn(filter: unknown, path: string): void {
  if (!isObject(filter)) return
  for (const name of ['marketplace', 'marketplaces']) {
    for (const id of [filter[name]].flat()) {
      if (typeof id === 'string' && !IDS.has(id)) throw new UnknownMarketplaceError(`${path}${name}`, id)
    }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
