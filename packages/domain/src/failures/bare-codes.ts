/**
 * What the marketplaces' error constants are called where a node tells the code alone, by module: a package that was
 * published without its error map says `0x60001` for `error::not_found(ENO_LISTING)`. The reason is the code's low half.
 * @source contracts/marketplace and contracts/aggregator, and what of it mainnet's modules have besides
 */
export const BARE_CODES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  coin_listing: {
    1: 'ENO_LISTING',
    2: 'ENOT_FOR_SALE',
    3: 'EBID_TOO_LOW',
    4: 'EAUCTION_NOT_ENDED',
    5: 'EAUCTION_ENDED',
    6: 'ENOT_SELLER',
    7: 'EUNEQUAL_LENGTHS',
    8: 'EPRICE_IS_ZERO',
  },
  listing: {
    1: 'ENO_LISTING',
    2: 'ELISTING_NOT_STARTED',
    3: 'ENOT_CREATOR',
    4: 'ENOT_OWNER',
    5: 'ENOT_SELLER',
    6: 'ENOT_BESIDE_TOKEN',
  },
  token_offer: {
    1: 'ENO_TOKEN_OFFER',
    2: 'ENO_COIN_OFFER',
    3: 'ENOT_TOKEN_OWNER',
    4: 'ENOT_OWNER',
    6: 'EEXPIRED',
    7: 'EINCORRECT_TERMS',
  },
  collection_offer: {
    1: 'ENO_COLLECTION_OFFER',
    2: 'ENO_COIN_OFFER',
    3: 'ENO_TOKEN_OFFER',
    4: 'ENOT_OWNER',
    5: 'EINCORRECT_COLLECTION',
    6: 'EEXPIRED',
    7: 'EINCORRECT_TERMS',
  },
  fee_schedule: {
    1: 'ENO_FEE_SCHEDULE',
    2: 'EDENOMINATOR_IS_ZERO',
    3: 'EEXCEEDS_MAXIMUM',
    4: 'ENOT_OWNER',
    5: 'EPAUSED',
    6: 'ENOT_PROPOSED',
  },
  purse: { 1: 'EPAID_TOO_MUCH', 2: 'ERECEIVED_TOO_LITTLE' },
  aggregator: {
    1: 'EUNKNOWN_VENUE',
    2: 'EUNEQUAL_LENGTHS',
    3: 'EQUANTITY_NOT_ONE',
    4: 'EPRICE_ROSE',
    5: 'EUNSUPPORTED',
    6: 'EPROCEEDS_FELL',
  },
}

/** @param code with the category of the framework's errors in its high half, or without. */
export function nameOfCode(module: string, code: bigint): string | null {
  return BARE_CODES[module]?.[Number(code & 0xffffn)] ?? null
}
