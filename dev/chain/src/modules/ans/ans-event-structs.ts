import { event, STRING, struct } from '../define.ts'
import type { MoveStruct } from '../move-module.ts'
import { DOMAINS } from './ans-account.ts'
import { ANS_HANDLES } from './ans-events.ts'

const OPTIONAL_STRING = `0x1::option::Option<${STRING}>`
const OPTIONAL_ADDRESS = '0x1::option::Option<address>'
const OPTIONAL_U64 = '0x1::option::Option<u64>'

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
