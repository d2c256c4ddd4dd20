import { type Address, parseAddress, toAddressOrNull } from '../address.ts'
import type { ChainEvent, ChainTransaction } from '../chain-transaction.ts'
import { jsonAt } from '../json.ts'
import { APT_METADATA_ADDRESS } from '../payload.ts'
import { userDerivedObjectAddress } from '../token-id.ts'

/** Events that tell of a mint. @source 0x4::collection, 0x3::token */
export const MINT_EVENT_TYPES: ReadonlySet<string> = new Set([
  '0x4::collection::MintEvent',
  '0x4::collection::Mint',
  '0x4::collection::ConcurrentMintEvent',
  '0x3::token::MintTokenEvent',
  '0x3::token::Mint',
  '0x3::token::MintToken',
])

const APT_METADATA = parseAddress(APT_METADATA_ADDRESS)
/** The handles of an account's coin store of APT, which its creation makes. @source 0x1::account, 0x1::coin */
const [DEPOSITS_OF_APT, WITHDRAWALS_OF_APT] = [2n, 3n]

/** Events that say who gave or got APT, with the sign of what the account named in them has left. */
const SIGNS: ReadonlyMap<string, bigint> = new Map([
  ['0x1::coin::WithdrawEvent', 1n],
  ['0x1::coin::CoinWithdraw', 1n],
  ['0x1::fungible_asset::Withdraw', 1n],
  ['0x1::coin::DepositEvent', -1n],
  ['0x1::coin::CoinDeposit', -1n],
  ['0x1::fungible_asset::Deposit', -1n],
])
export const PAYMENT_EVENT_TYPES: ReadonlySet<string> = new Set(SIGNS.keys())

/** Octas that the sender of a transaction gave away in it, gas aside; 0 when it got more than it gave. */
export function paidBySender({ sender, events }: Pick<ChainTransaction, 'sender' | 'events'>): bigint {
  if (sender === null) return 0n
  const store = userDerivedObjectAddress(sender, APT_METADATA)
  const paid = events
    .filter((event) => concerns(event, sender, store))
    .reduce((sum, { type, data }) => sum + (SIGNS.get(type) ?? 0n) * octasOf(jsonAt(data, 'amount')), 0n)
  return paid > 0n ? paid : 0n
}

function concerns(
  { type, accountAddress, creationNumber, data }: ChainEvent,
  sender: Address,
  store: Address,
): boolean {
  switch (type) {
    case '0x1::coin::WithdrawEvent':
      return accountAddress === sender && creationNumber === WITHDRAWALS_OF_APT
    case '0x1::coin::DepositEvent':
      return accountAddress === sender && creationNumber === DEPOSITS_OF_APT
    case '0x1::coin::CoinWithdraw':
    case '0x1::coin::CoinDeposit':
      return addressAt(data, 'account') === sender && jsonAt(data, 'coin_type') === '0x1::aptos_coin::AptosCoin'
    case '0x1::fungible_asset::Withdraw':
    case '0x1::fungible_asset::Deposit':
      return addressAt(data, 'store') === store
    default:
      return false
  }
}

function addressAt(data: ChainEvent['data'], path: string): Address | null {
  const value = jsonAt(data, path)
  return typeof value === 'string' ? toAddressOrNull(value) : null
}

function octasOf(amount: unknown): bigint {
  return typeof amount === 'string' && /^\d+$/.test(amount) ? BigInt(amount) : 0n
}
