import {
  type FailureLabel,
  type FailureSubject,
  INSUFFICIENT_BALANCE,
  MISSING,
  MISSING_FAILURES,
  MODULE_FAILURES,
  NAMED_FAILURES,
  PROCEEDS_FELL,
  STATUS_FAILURES,
} from './failure-names.ts'

/** A Move abort as the node words it. */
export interface MoveAbortStatus {
  /** Package and module that aborted, in the node's spelling, e.g. `0x1::coin`. */
  readonly location: string
  /** `category << 16 | reason` where the module follows the framework. */
  readonly code: bigint
  /** Name of the error constant; null when the module publishes none. */
  readonly reason: string | null
  /** The constant's docstring; empty when there is none. */
  readonly text: string
}

const ABORT = /Move abort in ((?:0x[0-9a-f]+::)?\w+): (?:(\w+)\((0x[0-9a-f]+)\)(?:: ?(.*))?|(0x[0-9a-f]+))/is

/** Reads the abort out of a `vm_status`; null for success and for other failures. */
export function parseMoveAbort(vmStatus: string): MoveAbortStatus | null {
  const [found, location = '', reason = null, code, text = '', bareCode] = ABORT.exec(vmStatus) ?? []
  if (found === undefined) return null
  return { location, code: BigInt(code ?? bareCode ?? 0), reason, text: text.trim() }
}

/**
 * Names of the marketplaces' error constants, by module and code, for nodes that report the code alone: a package
 * published without its error map reports `0x60001` for `error::not_found(ENO_LISTING)`. The reason is the code's
 * low half.
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
    9: 'EREPRICED_TWICE',
    10: 'ELEAST_IS_TOO_HIGH',
    11: 'EBRINGS_TOO_LITTLE',
  },
  listing_terms: { 1: 'EINCORRECT_TERMS', 2: 'EEXPIRED', 3: 'ERESERVED', 4: 'EPROCEEDS_TOO_LOW' },
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
    7: 'ERESERVED_ADDRESS',
  },
  bid_pool: { 1: 'ENO_POOL', 2: 'EPOOL_TOO_SMALL', 3: 'EAMOUNT_IS_ZERO', 4: 'ETOO_MANY_OFFERS' },
  pool_offer: {
    1: 'ENO_POOL_OFFER',
    2: 'EOTHER_STANDARD',
    3: 'ENOT_BIDDER',
    4: 'EINCORRECT_COLLECTION',
    5: 'EEXPIRED',
    6: 'EINCORRECT_TERMS',
  },
  token_set: { 1: 'ENOT_IN_SET', 2: 'EPROOF_TOO_LONG', 3: 'EMALFORMED_ROOT' },
  balance_guard: { 1: 'EPAID_TOO_MUCH', 2: 'ERECEIVED_TOO_LITTLE' },
  aggregator: { 4: 'EPRICE_ROSE', 6: 'EPROCEEDS_FELL' },
  order_lists: { 2: 'EUNEQUAL_LENGTHS', 3: 'EQUANTITY_NOT_ONE' },
  routes: { 1: 'EUNKNOWN_MARKETPLACE', 5: 'EUNSUPPORTED' },
}

/** @param code with the category of the framework's errors in its high half, or without. */
function nameOfCode(module: string, code: bigint): string | null {
  return BARE_CODES[module]?.[Number(code & 0xffffn)] ?? null
}

/**
 * Explains a `vm_status` in words for people. Returns null when the node's own words are the best there are.
 * @param vmStatus e.g. `Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins`.
 * @param subject what the transaction acts on: one abort says of all of it that it is not there.
 */
export function explainStatus(vmStatus: string, subject: FailureSubject): FailureLabel | null {
  const words = wordsOf(vmStatus)
  if (words === INSUFFICIENT_BALANCE && subject === 'bid-with-listing') return PROCEEDS_FELL
  return words === MISSING ? MISSING_FAILURES[subject] : words
}

function wordsOf(vmStatus: string): FailureLabel | null {
  const abort = parseMoveAbort(vmStatus)
  if (abort === null) return byStatus(vmStatus)
  const { location, code } = abort
  const module = location.slice(location.lastIndexOf(':') + 1)
  const reason = abort.reason ?? nameOfCode(module, code)
  return (
    MODULE_FAILURES[`${module} ${reason}`] ??
    (reason === null ? undefined : NAMED_FAILURES[reason]) ??
    MODULE_FAILURES[`${module} 0x${code.toString(16)}`] ??
    null
  )
}

function byStatus(vmStatus: string): FailureLabel | null {
  const words = vmStatus.toUpperCase().replaceAll(' ', '_')
  const status = Object.keys(STATUS_FAILURES).find((known) => words.includes(known))
  return status === undefined ? null : (STATUS_FAILURES[status] ?? null)
}
