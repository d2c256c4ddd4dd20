import { parseAddress } from '@opal/domain/address'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import { addTokenSet } from '../../accounts/token-sets.ts'
import type { Store } from '../../driver/connection.ts'
import { collectionOffers, listings, tokenOffers } from '../../schema/orders.ts'
import { insertRows } from '../insert-rows.ts'
import { NO_LISTING_TERMS } from '../no-terms.ts'
import { CLOSED_MARKETPLACE_TOKEN, CREATOR, type SmallMarketOptions, THIRD_TOKEN } from '../small-market-ids.ts'

const APT = 100_000_000n
const HOUR = 3_600_000_000n

/** Open listings and offers of the small market. */
export async function seedBook(
  store: Pick<Store, 'db'>,
  { ids, marketplace, nowMicros }: SmallMarketOptions,
): Promise<void> {
  const placed = {
    placed_version: 90n,
    placed_at_micros: nowMicros - HOUR,
    last_version: 90n,
    last_event_index: 0,
    last_at_micros: nowMicros - HOUR,
    property_version: 0n,
    token_standard: 'v2',
    collection_id: ids.collectionId,
    state: 'open',
    marketplace,
  }
  const listing = (name: string, token: string, seller: string, price: bigint, validity = 'valid') => ({
    ...placed,
    listing_id: `0x${name.repeat(64)}`,
    token_data_id: token,
    seller,
    price_octas: price,
    validity,
    ...NO_LISTING_TERMS,
  })
  await insertRows(store, listings, [
    listing('1', ids.listedTokenDataId, ids.owner, 2n * APT),
    listing('2', THIRD_TOKEN, ids.buyer, 3n * APT),
    {
      ...listing('3', CLOSED_MARKETPLACE_TOKEN, ids.owner, APT, 'marketplace-closed'),
      marketplace: 'closed-marketplace',
    },
  ])
  const set = buildTokenSet([leafOf({ standard: 'v2', tokenDataId: parseAddress(ids.tokenDataId) })])
  const announcer = { client: 'small market', site: 'small market' }
  await addTokenSet(store, { root: set.root, collectionId: ids.collectionId, tokens: [ids.tokenDataId] }, announcer)
  const { property_version: _version, token_standard: _standard, ...order } = placed
  await insertRows(store, collectionOffers, [
    {
      ...order,
      offer_id: `0x${'4'.repeat(64)}`,
      buyer: ids.buyer,
      price_octas: (3n * APT) / 2n,
      wanted_amount: 3n,
      remaining_amount: 3n,
      is_pooled: false,
      set_root: null,
      expires_at_seconds: nowMicros / 1_000_000n + 3600n,
      validity: 'valid',
    },
  ])
  await insertRows(store, tokenOffers, [
    {
      ...placed,
      offer_id: `0x${'5'.repeat(64)}`,
      token_data_id: ids.tokenDataId,
      buyer: ids.buyer,
      price_octas: (18n * APT) / 10n,
      expires_at_seconds: null,
      validity: 'valid',
    },
    {
      ...placed,
      offer_id: `0x${'6'.repeat(64)}`,
      token_data_id: ids.tokenDataId,
      buyer: CREATOR,
      price_octas: 9n * APT,
      // Expired already, though no event has ended it yet.
      expires_at_seconds: nowMicros / 1_000_000n - 1n,
      validity: 'valid',
    },
  ])
}
