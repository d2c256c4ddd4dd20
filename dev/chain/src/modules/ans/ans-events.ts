import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { event, STRING, struct } from '../define.ts'
import type { MoveContext, MoveStruct } from '../move-module.ts'
import { ANS_APP, DOMAINS } from './ans-account.ts'
import { type NameRecord, optionOf } from './name-record.ts'

const OPTIONAL_STRING = `0x1::option::Option<${STRING}>`
const OPTIONAL_ADDRESS = '0x1::option::Option<address>'
const OPTIONAL_U64 = '0x1::option::Option<u64>'

/** The handles on the contract's account: resource, field, event; in the order of their numbers on mainnet, from 4. */
export const ANS_HANDLES = {
  target: ['SetTargetAddressEvents', 'set_name_events', 'SetTargetAddressEvent'],
  register: ['RegisterNameEvents', 'register_name_events', 'RegisterNameEvent'],
  renew: ['RenewNameEvents', 'renew_name_events', 'RenewNameEvent'],
  reverse: ['SetReverseLookupEvents', 'set_reverse_lookup_events', 'SetReverseLookupEvent'],
} as const

/** The handles and what they emit, fields as declared. @source aptos-names-contracts v2_1_domains */
export const ANS_EVENT_STRUCTS: readonly MoveStruct[] = [
  ...Object.values(ANS_HANDLES).map(([resource, field, emitted]) =>
    struct(resource, { [field]: `0x1::event::EventHandle<${DOMAINS}::${emitted}>` }),
  ),
  event('SetTargetAddressEvent', {
    domain_name: STRING,
    subdomain_name: OPTIONAL_STRING,
    expiration_time_secs: 'u64',
    new_address: OPTIONAL_ADDRESS,
  }),
  event('SetReverseLookupEvent', {
    account_addr: 'address',
    prev_domain_name: OPTIONAL_STRING,
    prev_subdomain_name: OPTIONAL_STRING,
    prev_expiration_time_secs: OPTIONAL_U64,
    curr_domain_name: OPTIONAL_STRING,
    curr_subdomain_name: OPTIONAL_STRING,
    curr_expiration_time_secs: OPTIONAL_U64,
  }),
  event('RegisterNameEvent', {
    domain_name: STRING,
    subdomain_name: OPTIONAL_STRING,
    registration_fee_octas: 'u64',
    expiration_time_secs: 'u64',
  }),
  event('RenewNameEvent', {
    domain_name: STRING,
    subdomain_name: OPTIONAL_STRING,
    renewal_fee_octas: 'u64',
    expiration_time_secs: 'u64',
    target_address: OPTIONAL_ADDRESS,
    is_primary_name: 'bool',
  }),
]

function announce(context: MoveContext, kind: keyof typeof ANS_HANDLES, data: JsonObject): void {
  const [resource, field, event] = ANS_HANDLES[kind]
  context.emitOnHandle(ANS_APP, `${DOMAINS}::${resource}`, field, `${DOMAINS}::${event}`, data)
}

/** Emits the registration of a name. */
export function announceRegistration(context: MoveContext, { name, expires }: NameRecord, feeOctas: bigint): void {
  announce(context, 'register', {
    domain_name: name.domain,
    expiration_time_secs: expires.toString(),
    registration_fee_octas: feeOctas.toString(),
    subdomain_name: optionOf(name.subdomain),
  })
}

/** Emits a name's new target. */
export function announceTarget(context: MoveContext, { name, expires }: NameRecord, target: Address | null): void {
  announce(context, 'target', {
    domain_name: name.domain,
    expiration_time_secs: expires.toString(),
    new_address: optionOf(target === null ? null : toShortAddress(target)),
    subdomain_name: optionOf(name.subdomain),
  })
}

/** Emits the renewal of a name. */
export function announceRenewal(context: MoveContext, record: NameRecord, feeOctas: bigint, isPrimary: boolean): void {
  announce(context, 'renew', {
    domain_name: record.name.domain,
    expiration_time_secs: record.expires.toString(),
    is_primary_name: isPrimary,
    renewal_fee_octas: feeOctas.toString(),
    subdomain_name: optionOf(record.name.subdomain),
    target_address: optionOf(record.target === null ? null : toShortAddress(record.target)),
  })
}

/** Emits an account's new primary name. */
export function announcePrimaryName(
  context: MoveContext,
  account: Address,
  before: NameRecord | null,
  now: NameRecord | null,
): void {
  announce(context, 'reverse', {
    account_addr: toShortAddress(account),
    ...namePart('curr', now),
    ...namePart('prev', before),
  })
}

function namePart(prefix: 'curr' | 'prev', record: NameRecord | null): JsonObject {
  return {
    [`${prefix}_domain_name`]: optionOf(record?.name.domain ?? null),
    [`${prefix}_expiration_time_secs`]: optionOf(record?.expires.toString() ?? null),
    [`${prefix}_subdomain_name`]: optionOf(record?.name.subdomain ?? null),
  }
}
