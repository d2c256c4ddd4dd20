import { type Address, toShortAddress } from '@opal/domain/address'
import { ACCOUNT, newAccount } from '../../ledger/state/accounts.ts'
import { asExecution, entry, STRING, struct, view } from '../define.ts'
import type { MoveContext, MoveModule, MoveValue } from '../move-module.ts'
import { createFixedCollection, UNLIMITED } from '../token-objects/collection.ts'
import { ANS, ANS_APP, DOMAIN_COLLECTION, DOMAINS, GRACE_SECONDS, SUBDOMAIN_COLLECTION } from './ans-account.ts'
import { ANS_EVENT_STRUCTS, ANS_HANDLES } from './ans-events.ts'
import { yearlyPrice } from './ans-rules.ts'
import { findName, isExpired, isFree, type Name, nameRecord, optionOf, primaryName } from './name-record.ts'
import {
  clearPrimary,
  clearTarget,
  registerDomain,
  registerSubdomain,
  renewDomain,
  setPrimary,
  setTarget,
  transferName,
} from './register-name.ts'

const OPTIONAL_NAME = `0x1::option::Option<${STRING}>`
const OPTIONAL_ADDRESS = '0x1::option::Option<address>'
const nameOf = ([domain, subdomain]: readonly MoveValue[]): Name => ({
  domain: domain as string,
  subdomain: subdomain as string | null,
})

/**
 * Points a new name at its target, by default the sender, and gives it to its owner. A sender's first name that stays
 * theirs becomes their primary name.
 * @source router::register_domain, set_primary_name_when_register
 */
function configureName(context: MoveContext, name: Name, target: MoveValue, owner: MoveValue): void {
  const { sender } = context
  setTarget(context, name, (target ?? sender) as Address)
  if (owner !== null) transferName(context, name, owner as Address)
  const staysWithSender = (owner ?? sender) === sender && (target ?? sender) === sender
  if (staysWithSender && primaryName(context, sender) === null) setPrimary(context, name)
}

/** The one module that applications call. @source aptos-names-contracts router */
const router: MoveModule = {
  address: ANS,
  name: 'router',
  structs: [],
  functions: [
    entry(
      'register_domain',
      ['&signer', STRING, 'u64', OPTIONAL_ADDRESS, OPTIONAL_ADDRESS],
      (context, _types, args) => {
        const [domain, seconds, target, owner] = args as readonly [string, bigint, MoveValue, MoveValue]
        registerDomain(context, domain, seconds)
        configureName(context, { domain, subdomain: null }, target, owner)
      },
    ),
    entry(
      'register_subdomain',
      ['&signer', STRING, STRING, 'u64', 'u8', 'bool', OPTIONAL_ADDRESS, OPTIONAL_ADDRESS],
      (context, _types, args) => {
        const [, , expires, policy, isTransferable] = args as readonly [string, string, bigint, number, boolean]
        registerSubdomain(context, nameOf(args), { expires, policy, isTransferable })
        configureName(context, nameOf(args), args[5] ?? null, args[6] ?? null)
      },
    ),
    entry('renew_domain', ['&signer', STRING, 'u64'], (context, _types, args) => {
      const [domain, seconds] = args as readonly [string, bigint]
      renewDomain(context, domain, seconds)
    }),
    entry('set_target_addr', ['&signer', STRING, OPTIONAL_NAME, 'address'], (context, _types, args) => {
      setTarget(context, nameOf(args), args[2] as Address)
    }),
    entry('clear_target_addr', ['&signer', STRING, OPTIONAL_NAME], (context, _types, args) => {
      clearTarget(context, nameOf(args))
    }),
    entry('set_primary_name', ['&signer', STRING, OPTIONAL_NAME], (context, _types, args) => {
      setPrimary(context, nameOf(args))
    }),
    entry('clear_primary_name', ['&signer'], (context) => clearPrimary(context)),
    view('get_target_addr', [STRING, OPTIONAL_NAME], [OPTIONAL_ADDRESS], (context, _types, args) => {
      const record = findName(context, nameOf(args))
      const isLive = record !== null && !isExpired(context, record)
      return [optionOf(isLive && record.target !== null ? toShortAddress(record.target) : null)]
    }),
    view('get_owner_addr', [STRING, OPTIONAL_NAME], [OPTIONAL_ADDRESS], (context, _types, args) => {
      const record = findName(context, nameOf(args))
      const isOwned = record !== null && !isFree(context, record)
      return [optionOf(isOwned ? toShortAddress(context.ownerOf(record.token)) : null)]
    }),
    view('get_expiration', [STRING, OPTIONAL_NAME], ['u64'], (context, _types, args) => [
      nameRecord(context, nameOf(args)).expires,
    ]),
    view('get_primary_name', ['address'], [OPTIONAL_NAME, OPTIONAL_NAME], (context, _types, args) => {
      const record = primaryName(context, args[0] as Address)
      return [optionOf(record?.name.subdomain ?? null), optionOf(record?.name.domain ?? null)]
    }),
  ],
}

const config: MoveModule = {
  address: ANS,
  name: 'config',
  structs: [],
  functions: [
    view('reregistration_grace_sec', [], ['u64'], () => [GRACE_SECONDS]),
    view('is_enabled', [], ['bool'], () => [true]),
    view('domain_price_for_length', ['u64'], ['u64'], (_context, _types, args) => [yearlyPrice(Number(args[0]))]),
    view('domain_collection_name', [], [STRING], () => [DOMAIN_COLLECTION]),
    view('subdomain_collection_name', [], [STRING], () => [SUBDOMAIN_COLLECTION]),
  ],
}

const domains: MoveModule = {
  address: ANS,
  name: 'v2_1_domains',
  structs: [
    struct('NameRecord', {
      domain_name: STRING,
      expiration_time_sec: 'u64',
      target_address: OPTIONAL_ADDRESS,
      transfer_ref: '0x1::object::TransferRef',
      registration_time_sec: 'u64',
      extend_ref: '0x1::object::ExtendRef',
    }),
    struct('SubdomainExt', { subdomain_name: STRING, subdomain_expiration_policy: 'u8' }),
    struct('ReverseRecord', { token_addr: OPTIONAL_ADDRESS }),
    ...ANS_EVENT_STRUCTS,
  ],
  functions: [],
  genesis: (context) => {
    const execution = asExecution(context)
    const first = { ...newAccount(ANS_APP), guid_creation_num: FIRST_EVENT_GUID }
    context.putResource(ANS_APP, ACCOUNT, first)
    for (const [resource, field] of Object.values(ANS_HANDLES)) {
      context.putResource(ANS_APP, `${DOMAINS}::${resource}`, { [field]: execution.newEventHandle(ANS_APP) })
    }
    for (const [name, description] of COLLECTIONS) {
      const uri = 'https://aptosnames.com'
      createFixedCollection(context, { name, description, uri, maxSupply: UNLIMITED, creator: ANS_APP })
    }
  },
}

/** The handles have mainnet's numbers. @source mainnet 303690531 */
const FIRST_EVENT_GUID = '4'
const COLLECTIONS = [
  [DOMAIN_COLLECTION, '.apt names from Aptos Labs'],
  [SUBDOMAIN_COLLECTION, 'subdomain of .apt names from Aptos Labs'],
] as const

/** The name service as the SDK's `ans` calls use it. */
export const ANS_MODULES: readonly MoveModule[] = [config, domains, router]
