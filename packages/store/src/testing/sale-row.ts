import type { SaleRow } from '../schema/history.ts'
import { SMALL_MARKET_IDS } from './small-market-ids.ts'

type Given = Pick<SaleRow, 'version' | 'collection_id' | 'price_octas' | 'at_micros'> & Partial<SaleRow>

/** Returns a sale of a listing, of unknown commission and royalty and between two wallets of the small market unless given otherwise. */
export function saleRow(given: Given): SaleRow {
  return {
    event_index: 0,
    marketplace: 'somewhere',
    source: 'listing',
    order_id: '0x1',
    token_data_id: SMALL_MARKET_IDS.tokenDataId,
    property_version: 0n,
    seller: SMALL_MARKET_IDS.buyer,
    buyer: SMALL_MARKET_IDS.owner,
    commission_octas: null,
    royalty_octas: null,
    is_wash: false,
    ...given,
  }
}
