import type { Address } from '@opal/domain/address'
import { ACCOUNT, newAccount } from '../ledger/accounts.ts'
import { assertIsApt } from './apt-only.ts'
import { ANY_TYPE, entry, FRAMEWORK, view } from './define.ts'
import { MoveAbort, type MoveContext, type MoveModule } from './move-module.ts'

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
