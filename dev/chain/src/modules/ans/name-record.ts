import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { namedObject } from '../../ledger/state/addresses.ts'
import type { MoveContext, MoveResource } from '../move-module.ts'
import { ANS_APP, DOMAIN_COLLECTION, DOMAINS, GRACE_SECONDS, SUBDOMAIN_COLLECTION } from './ans-account.ts'
import { ansAbort } from './ans-rules.ts'

export const NAME_RECORD = `${DOMAINS}::NameRecord`
export const SUBDOMAIN_EXT = `${DOMAINS}::SubdomainExt`
const REVERSE_RECORD = `${DOMAINS}::ReverseRecord`

/** A name in its two parts. */
export interface Name {
  readonly domain: string
  readonly subdomain: string | null
}

/** A registered name. Seconds since the epoch. */
export interface NameRecord {
  readonly name: Name
  readonly token: Address
  /** Expiry of the domain, for a subdomain that expires with it. */
  readonly expires: bigint
  readonly target: Address | null
}

/** Returns `sub.name.apt`, as the token is called. */
export function textOf({ domain, subdomain }: Name): string {
  return `${subdomain === null ? '' : `${subdomain}.`}${domain}.apt`
}

/** Returns a name's token, registered or not. */
function tokenOf(name: Name): Address {
  const collection = name.subdomain === null ? DOMAIN_COLLECTION : SUBDOMAIN_COLLECTION
  return namedObject(ANS_APP, `${collection}::${textOf(name)}`)
}

/** @returns null for an unregistered name. */
export function findName(context: MoveContext, name: Name): NameRecord | null {
  return recordAt(context, tokenOf(name))
}

/** @throws MoveAbort for an unregistered name. */
export function nameRecord(context: MoveContext, name: Name): NameRecord {
  const found = findName(context, name)
  if (found === null)
    throw ansAbort('not-found', 5n, 'ENAME_NOT_EXIST', 'The name does not exist: it is not registered')
  return found
}

function recordAt(context: MoveContext, token: Address): NameRecord | null {
  const record = context.getResource(token, NAME_RECORD)
  if (record === null) return null
  const extension = context.getResource(token, SUBDOMAIN_EXT)
  const subdomain = (extension?.subdomain_name as string | undefined) ?? null
  const domain = record.domain_name as string
  const own = BigInt(record.expiration_time_sec as string)
  const follows = extension?.subdomain_expiration_policy === 1
  const expires = follows ? (findName(context, { domain, subdomain: null })?.expires ?? own) : own
  return { name: { domain, subdomain }, token, expires, target: addressIn(record.target_address) }
}

/** Returns whether a name's time is over, or its domain's is. */
export function isExpired(context: MoveContext, { name, expires }: NameRecord): boolean {
  if (expires < context.nowSeconds) return true
  if (name.subdomain === null) return false
  const parent = findName(context, { domain: name.domain, subdomain: null })
  return parent === null || parent.expires < context.nowSeconds
}

/** Returns whether the name can be registered. */
export function isFree(context: MoveContext, record: NameRecord | null): boolean {
  return record === null || record.expires + GRACE_SECONDS < context.nowSeconds
}

/** Changes fields of a name's record. */
export function updateRecord(context: MoveContext, token: Address, changed: JsonObject): void {
  const record = context.getResource(token, NAME_RECORD) as MoveResource
  context.putResource(token, NAME_RECORD, { ...record, ...changed })
}

/**
 * Returns the name that an account goes by: only while it owns the name and the name is not expired.
 * @source v2_1_domains::get_reverse_lookup
 */
export function primaryName(context: MoveContext, account: Address): NameRecord | null {
  const token = addressIn(context.getResource(account, REVERSE_RECORD)?.token_addr)
  const record = token === null ? null : recordAt(context, token)
  if (token === null || record === null || isExpired(context, record) || context.ownerOf(token) !== account) return null
  return record
}

/** Writes which name an account goes by; null for none. */
export function putPrimaryName(context: MoveContext, account: Address, token: Address | null): void {
  context.putResource(account, REVERSE_RECORD, { token_addr: optionOf(token === null ? null : toShortAddress(token)) })
}

/** Returns a text as Move's `Option` holds it. */
export function optionOf(value: string | null): { vec: string[] } {
  return { vec: value === null ? [] : [value] }
}

function addressIn(option: unknown): Address | null {
  const [value] = (option as { vec: readonly string[] } | undefined)?.vec ?? []
  return value === undefined ? null : parseAddress(value)
}
