import { type Address, toShortAddress } from '@opal/domain/address'
import { asExecution } from '../define.ts'
import type { MoveContext } from '../move-module.ts'
import { createNamedToken } from '../token-objects/token.ts'
import {
  ANS,
  ANS_APP,
  DOMAIN_COLLECTION,
  NAMES_FOLDER,
  RENEWAL_WINDOW_SECONDS,
  SUBDOMAIN_COLLECTION,
} from './ans-account.ts'
import { announcePrimaryName, announceRegistration, announceRenewal, announceTarget } from './ans-events.ts'
import { ansAbort, assertName, priceFor } from './ans-rules.ts'
import {
  findName,
  isExpired,
  isFree,
  NAME_RECORD,
  type Name,
  type NameRecord,
  nameRecord,
  primaryName,
  putPrimaryName,
  SUBDOMAIN_EXT,
  textOf,
  updateRecord,
} from './name-record.ts'

/** @source v2_1_domains::register_domain */
export function registerDomain(context: MoveContext, domain: string, seconds: bigint): void {
  assertName(domain)
  const name = { domain, subdomain: null }
  const before = findName(context, name)
  if (!isFree(context, before)) throw notAvailable()
  const price = priceFor(domain, seconds)
  context.withdrawApt(context.sender, price)
  context.depositApt(ANS, price)
  const record = take(context, name, before, context.nowSeconds + seconds)
  announceRegistration(context, record, price)
}

/** Lifetime of a subdomain, and whether its owner may transfer it. */
export interface SubdomainTerms {
  readonly expires: bigint
  /** 0: as said; 1: as long as the domain. */
  readonly policy: number
  readonly isTransferable: boolean
}

/** @source v2_1_domains::register_subdomain */
export function registerSubdomain(context: MoveContext, name: Name, terms: SubdomainTerms): void {
  assertName(name.subdomain ?? '')
  const parent = ownName(context, { domain: name.domain, subdomain: null })
  const before = findName(context, name)
  if (!isFree(context, before)) throw notAvailable()
  if (terms.policy > 1) {
    const text = 'The subdomain expiration policy is not one that exists'
    throw ansAbort('invalid-argument', 26n, 'ESUBDOMAIN_EXPIRATION_POLICY_INVALID', text)
  }
  if (terms.expires > parent.expires) {
    const text = 'The subdomain expiration can be set any date before the domain expiration'
    throw ansAbort('out-of-range', 24n, 'ESUBDOMAIN_EXPIRATION_PASS_DOMAIN_EXPIRATION', text)
  }
  const { token } = take(context, name, before, terms.expires)
  context.putResource(token, SUBDOMAIN_EXT, {
    subdomain_expiration_policy: terms.policy,
    subdomain_name: name.subdomain,
  })
  if (!terms.isTransferable) asExecution(context).setUngatedTransfer(token, false)
  announceRegistration(context, nameRecord(context, name), 0n)
}

/** @source v2_1_domains::renew_domain */
export function renewDomain(context: MoveContext, domain: string, seconds: bigint): void {
  const record = nameRecord(context, { domain, subdomain: null })
  if (record.expires > context.nowSeconds + RENEWAL_WINDOW_SECONDS || isFree(context, record)) {
    const text = 'The name is not expired in 6 months, thus not eligible for renewal'
    throw ansAbort('invalid-argument', 18n, 'EDOMAIN_NOT_AVAILABLE_TO_RENEW', text)
  }
  const price = priceFor(domain, seconds)
  context.withdrawApt(context.sender, price)
  context.depositApt(ANS, price)
  const renewed = { ...record, expires: record.expires + seconds }
  updateRecord(context, record.token, { expiration_time_sec: renewed.expires.toString() })
  const isPrimary = record.target !== null && primaryName(context, record.target)?.token === record.token
  announceRenewal(context, renewed, price, isPrimary)
}

/** @source v2_1_domains::set_target_address */
export function setTarget(context: MoveContext, name: Name, target: Address): void {
  const registered = findName(context, name)
  if (registered !== null) clearPrimaryOfTarget(context, registered)
  const record = ownName(context, name)
  pointTo(context, record, target)
  if (target === context.sender) return
  if (primaryName(context, context.sender)?.token === record.token) clearPrimary(context)
}

/** Clears where a name leads: the owner may, and so may the account that it leads to. @source v2_1_domains::clear_target_address */
export function clearTarget(context: MoveContext, name: Name): void {
  const record = nameRecord(context, name)
  const { sender } = context
  if (primaryName(context, sender)?.token === record.token) clearPrimary(context)
  const isLive = !isExpired(context, record)
  const isOwner = context.ownerOf(record.token) === sender
  if (!isLive || !(isOwner || record.target === sender)) {
    const text = 'The caller is not authorized to perform this operation'
    throw ansAbort('permission-denied', 2n, 'ENOT_AUTHORIZED', text)
  }
  pointTo(context, record, null)
}

/** The name also leads to the account from then on. @source v2_1_domains::set_reverse_lookup */
export function setPrimary(context: MoveContext, name: Name): void {
  const record = ownName(context, name)
  setTarget(context, name, context.sender)
  const before = primaryName(context, context.sender)
  putPrimaryName(context, context.sender, record.token)
  announcePrimaryName(context, context.sender, before, record)
}

/** @source v2_1_domains::clear_reverse_lookup */
export function clearPrimary(context: MoveContext): void {
  clearPrimaryOf(context, context.sender)
}

/** An account whose primary name is about to lead elsewhere loses that primary name. @source v2_1_domains::clear_reverse_lookup_for_name */
function clearPrimaryOfTarget(context: MoveContext, { token, target }: NameRecord): void {
  if (target !== null && primaryName(context, target)?.token === token) clearPrimaryOf(context, target)
}

function clearPrimaryOf(context: MoveContext, account: Address): void {
  const before = primaryName(context, account)
  if (before === null) return
  putPrimaryName(context, account, null)
  announcePrimaryName(context, account, before, null)
}

/** Gives a name away, with whatever it leads to. @source v2_1_domains::transfer_name */
export function transferName(context: MoveContext, name: Name, to: Address): void {
  const record = ownName(context, name)
  context.transferObjectWithRef(record.token, to)
}

function pointTo(context: MoveContext, record: NameRecord, target: Address | null): void {
  const vec = target === null ? [] : [toShortAddress(target)]
  updateRecord(context, record.token, { target_address: { vec } })
  announceTarget(context, record, target)
}

/** Makes the name's token the sender's, a new one or that of an owner whose time is over. */
function take(context: MoveContext, name: Name, before: NameRecord | null, expires: bigint): NameRecord {
  const token = before?.token ?? createNameToken(context, name)
  context.transferObjectWithRef(token, context.sender)
  const self = { self: toShortAddress(token) }
  context.putResource(token, NAME_RECORD, {
    domain_name: name.domain,
    expiration_time_sec: expires.toString(),
    extend_ref: self,
    registration_time_sec: context.nowSeconds.toString(),
    target_address: { vec: [] },
    transfer_ref: self,
  })
  return { name, token, expires, target: null }
}

function createNameToken(context: MoveContext, name: Name): Address {
  return createNamedToken(context, ANS_APP, {
    collectionName: name.subdomain === null ? DOMAIN_COLLECTION : SUBDOMAIN_COLLECTION,
    description: 'This is an official Aptos Labs Name Service Name',
    name: textOf(name),
    uri: `ipfs://${NAMES_FOLDER}/${textOf(name)}.json`,
  })
}

/** @throws MoveAbort when the name is not the sender's, or no longer. */
function ownName(context: MoveContext, name: Name): NameRecord {
  const record = nameRecord(context, name)
  if (context.ownerOf(record.token) !== context.sender) {
    const text = 'The caller is not the owner of the name, and is not authorized to perform the action'
    throw ansAbort('permission-denied', 9n, 'ENOT_OWNER_OF_NAME', text)
  }
  if (isExpired(context, record)) throw ansAbort('permission-denied', 20n, 'ENAME_EXPIRED', 'The name is expired')
  return record
}

function notAvailable(): Error {
  const text = 'The name is not available, as it has already been registered'
  return ansAbort('invalid-state', 3n, 'ENAME_NOT_AVAILABLE', text)
}
