import { normaliseMoveType } from './move-type.ts'

/** A Move abort as the node words it. */
export interface MoveAbortStatus {
  /** Module that aborted, `0x…::module`, short address. */
  readonly location: string
  /** `category << 16 | reason` where the module follows the framework. */
  readonly code: bigint
  /** Name of the error constant; null when the module publishes none. */
  readonly reason: string | null
  /** The constant's docstring; empty when there is none. */
  readonly text: string
}

const NAMED = /Move abort in (0x[0-9a-fA-F]+::\w+): (\w+)\((0x[0-9a-fA-F]+)\)(?:: ?(.*))?/s
const UNNAMED = /Move abort in (0x[0-9a-fA-F]+::\w+): (0x[0-9a-fA-F]+)/

/** Reads the abort out of a `vm_status`; null for success and for other failures. */
export function parseMoveAbort(vmStatus: string): MoveAbortStatus | null {
  const named = NAMED.exec(vmStatus)
  if (named !== null) {
    const [, location = '', reason = '', code = '', text = ''] = named
    return { location: normaliseLocation(location), code: BigInt(code), reason, text: text.trim() }
  }
  const unnamed = UNNAMED.exec(vmStatus)
  if (unnamed === null) return null
  const [, location = '', code = ''] = unnamed
  return { location: normaliseLocation(location), code: BigInt(code), reason: null, text: '' }
}

function normaliseLocation(location: string): string {
  return normaliseMoveType(location)
}

/** Sentences for aborts of the framework, by module and code. @source 0x1::coin, 0x1::fungible_asset, 0x1::object */
const FRAMEWORK_SENTENCES: Readonly<Record<string, string>> = {
  '0x1::coin 0x10006': 'There is not enough APT in the wallet.',
  '0x1::coin 0x60005': 'The wallet has never held this coin.',
  '0x1::fungible_asset 0x10004': 'There is not enough APT in the wallet.',
  '0x1::fungible_asset 0x50003': 'The account that pays or is paid is frozen.',
  '0x1::object 0x60002': 'What this acts on no longer exists on chain.',
  '0x1::object 0x60007': 'What this acts on has changed its kind on chain.',
  '0x1::object 0x50003': 'The token cannot be moved by its owner.',
  '0x1::object 0x50004': 'The wallet does not own the token.',
}

/** Failures that are no aborts, by the words of the node. */
const STATUS_SENTENCES: Readonly<Record<string, string>> = {
  INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE: 'There is not enough APT in the wallet for the network fee.',
  SEQUENCE_NUMBER_TOO_OLD: 'Another transaction of this wallet came first. Try again.',
  SEQUENCE_NUMBER_TOO_NEW: 'An earlier transaction of this wallet is still missing. Try again in a moment.',
  TRANSACTION_EXPIRED: 'The transaction expired before it was sent. Try again.',
  'Out of gas': 'The network fee limit was too low for this transaction.',
}

/**
 * A sentence for people about a failure that any contract can meet; null when only the marketplace can explain it.
 */
export function frameworkSentence(vmStatus: string): string | null {
  const abort = parseMoveAbort(vmStatus)
  if (abort !== null) return FRAMEWORK_SENTENCES[`${abort.location} 0x${abort.code.toString(16)}`] ?? null
  const status = Object.keys(STATUS_SENTENCES).find((words) => vmStatus.includes(words))
  return status === undefined ? null : (STATUS_SENTENCES[status] ?? null)
}

const GONE_REASONS: ReadonlySet<string> = new Set([
  'ENO_LISTING',
  'ENO_TOKEN_OFFER',
  'ENO_COLLECTION_OFFER',
  'EOBJECT_DOES_NOT_EXIST',
  'ERESOURCE_DOES_NOT_EXIST',
])

/** Does the failure say that the listing or offer is no longer open? */
export function saysOrderIsGone(vmStatus: string): boolean {
  const abort = parseMoveAbort(vmStatus)
  if (abort === null) return false
  if (abort.reason !== null && GONE_REASONS.has(abort.reason)) return true
  return abort.location === '0x1::object' && (abort.code === 0x60002n || abort.code === 0x60007n)
}

/** Does the failure say that the wallet cannot pay, the price or the network fee? */
export function saysNotEnoughApt(vmStatus: string): boolean {
  const abort = parseMoveAbort(vmStatus)
  if (abort === null) return vmStatus.includes('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE')
  const { location, code } = abort
  return (location === '0x1::coin' && code === 0x10006n) || (location === '0x1::fungible_asset' && code === 0x10004n)
}
