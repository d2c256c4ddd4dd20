import { type Address, toShortAddress } from '@opal/domain/address'
import { ACCOUNT, newAccount } from '../../ledger/state/accounts.ts'
import { ANY_TYPE, entry, FRAMEWORK, struct, view } from '../define.ts'
import { MoveAbort, type MoveContext, type MoveModule } from '../move-module.ts'
import { assertIsApt } from './coin.ts'

/** @source 0x1::account, with the feature DEFAULT_ACCOUNT_RESOURCE on: every address is an account. */
export const account: MoveModule = {
  address: FRAMEWORK,
  name: 'account',
  structs: [
    struct(
      'Account',
      {
        authentication_key: 'vector<u8>',
        sequence_number: 'u64',
        guid_creation_num: 'u64',
        coin_register_events: '0x1::event::EventHandle<0x1::account::CoinRegisterEvent>',
        key_rotation_events: '0x1::event::EventHandle<0x1::account::KeyRotationEvent>',
        rotation_capability_offer: '0x1::account::CapabilityOffer<0x1::account::RotationCapability>',
        signer_capability_offer: '0x1::account::CapabilityOffer<0x1::account::SignerCapability>',
      },
      ['store', 'key'],
    ),
    struct('OriginatingAddress', { address_map: '0x1::table::Table<address, address>' }),
  ],
  // Clients look up the original address of a rotated key here. It stays empty, because localnet rotates no keys.
  genesis: (context) =>
    context.putResource(FRAMEWORK, '0x1::account::OriginatingAddress', {
      address_map: { handle: toShortAddress(context.newTable()) },
    }),
  functions: [
    view('exists_at', ['address'], ['bool'], () => [true]),
    view('get_sequence_number', ['address'], ['u64'], (context, _types, args) => {
      const [address] = args as readonly [Address]
      return [(context.getResource(address, ACCOUNT)?.sequence_number as string | undefined) ?? '0']
    }),
    view('get_authentication_key', ['address'], ['vector<u8>'], (context, _types, args) => {
      const [address] = args as readonly [Address]
      return [(context.getResource(address, ACCOUNT)?.authentication_key as string | undefined) ?? address]
    }),
    view('get_guid_next_creation_num', ['address'], ['u64'], (context, _types, args) => {
      const [address] = args as readonly [Address]
      return [(context.getResource(address, ACCOUNT)?.guid_creation_num as string | undefined) ?? '0']
    }),
    {
      ...entry('rotate_authentication_key_call', ['&signer', 'vector<u8>'], refuseRotation),
      visibility: 'private',
    },
    entry(
      'rotate_authentication_key',
      ['&signer', 'u8', 'vector<u8>', 'u8', 'vector<u8>', 'vector<u8>', 'vector<u8>'],
      refuseRotation,
    ),
  ],
}

/** The demo accounts' keys are printed and shared: no user may lock the others out. */
function refuseRotation(): never {
  throw new MoveAbort('0x1::account', 0x50001n, 'EROTATION_REFUSED', 'Keys of this local network cannot be rotated')
}

/** @source 0x1::aptos_account */
export const aptosAccount: MoveModule = {
  address: FRAMEWORK,
  name: 'aptos_account',
  structs: [],
  functions: [
    entry('create_account', ['address'], (context, _types, args) => {
      const [address] = args as readonly [Address]
      createAccount(context, address)
    }),
    entry('transfer', ['&signer', 'address', 'u64'], (context, _types, args) => {
      const [to, octas] = args as readonly [Address, bigint]
      move(context, to, octas)
    }),
    entry(
      'transfer_coins',
      ['&signer', 'address', 'u64'],
      (context, types, args) => {
        const [to, octas] = args as readonly [Address, bigint]
        assertIsApt(types[0])
        move(context, to, octas)
      },
      ANY_TYPE,
    ),
    entry('batch_transfer', ['&signer', 'vector<address>', 'vector<u64>'], (context, _types, args) => {
      const [recipients, amounts] = args as readonly [readonly Address[], readonly bigint[]]
      batchTransfer(context, recipients, amounts)
    }),
    entry(
      'batch_transfer_coins',
      ['&signer', 'vector<address>', 'vector<u64>'],
      (context, types, args) => {
        const [recipients, amounts] = args as readonly [readonly Address[], readonly bigint[]]
        assertIsApt(types[0])
        batchTransfer(context, recipients, amounts)
      },
      ANY_TYPE,
    ),
    view('can_receive_direct_coin_transfers', ['address'], ['bool'], () => [true]),
  ],
}

function createAccount(context: MoveContext, address: Address): void {
  if (context.getResource(address, ACCOUNT) !== null) {
    const text = 'Account already exists'
    throw new MoveAbort('0x1::account', 0x80001n, 'EACCOUNT_ALREADY_EXISTS', text)
  }
  context.putResource(address, ACCOUNT, newAccount(address))
}

function move(context: MoveContext, to: Address, octas: bigint): void {
  context.withdrawApt(context.sender, octas)
  context.depositApt(to, octas)
}

function batchTransfer(context: MoveContext, recipients: readonly Address[], amounts: readonly bigint[]): void {
  if (recipients.length !== amounts.length) {
    const text = 'The lengths of the recipients and amounts lists don\u2019t match.'
    throw new MoveAbort('0x1::aptos_account', 0x10005n, 'EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH', text)
  }
  recipients.forEach((to, index) => {
    move(context, to, amounts[index] as bigint)
  })
}
