import { AccountAddress, createUserDerivedObjectAddress, type Event } from '@aptos-labs/ts-sdk'
import { isJsonObject, type Json, type JsonObject } from '../json.ts'

/** Effects of a simulated transaction on one account. */
export interface SimulatedEffects {
  /** APT in minus APT out in octas, without gas and storage refund. */
  readonly aptChangeOctas: bigint
  /** Octas that the chain gives back for storage that is freed. */
  readonly storageRefundOctas: bigint
  /** Objects (tokens) that come to the account or leave it. */
  readonly objects: readonly ObjectMove[]
}

export interface ObjectMove {
  readonly object: string
  readonly direction: 'in' | 'out'
}

const APT_COIN = '0x1::aptos_coin::AptosCoin'
const SIGNS: Readonly<Record<string, { form: 'handle' | 'module' | 'store'; sign: bigint }>> = {
  '0x1::coin::WithdrawEvent': { form: 'handle', sign: -1n },
  '0x1::coin::DepositEvent': { form: 'handle', sign: 1n },
  '0x1::coin::CoinWithdraw': { form: 'module', sign: -1n },
  '0x1::coin::CoinDeposit': { form: 'module', sign: 1n },
  '0x1::fungible_asset::Withdraw': { form: 'store', sign: -1n },
  '0x1::fungible_asset::Deposit': { form: 'store', sign: 1n },
}

/** Sums the coin, fungible-asset and object events that concern `account` (64 hex digits). */
export function simulatedEffects(events: readonly Event[], account: string): SimulatedEffects {
  return {
    aptChangeOctas: aptChange(events, account),
    storageRefundOctas: storageRefund(events),
    objects: objectMoves(events, account),
  }
}

/** The payer of the gas gets it, in no event of their balance. */
function storageRefund(events: readonly Event[]): bigint {
  const data = events.find(({ type }) => type === '0x1::transaction_fee::FeeStatement')?.data as Json | undefined
  const refund = isJsonObject(data) ? data.storage_fee_refund_octas : undefined
  return typeof refund === 'string' ? BigInt(refund) : 0n
}

function aptChange(events: readonly Event[], account: string): bigint {
  const store = createUserDerivedObjectAddress(AccountAddress.from(account), AccountAddress.A).toStringLong()
  const sums = { handle: 0n, module: 0n, store: 0n }
  let moduleForm = false
  for (const event of events) {
    const kind = SIGNS[event.type]
    const data = event.data as Json
    if (kind === undefined || !isJsonObject(data) || typeof data.amount !== 'string') continue
    if (!concerns(event, data, kind.form, account, store)) continue
    sums[kind.form] += kind.sign * BigInt(data.amount)
    moduleForm ||= kind.form === 'module'
  }
  // A node in the middle of the event migration emits both forms for one movement.
  return sums.store + (moduleForm ? sums.module : sums.handle)
}

function concerns(event: Event, data: JsonObject, form: string, account: string, store: string): boolean {
  if (form === 'handle') return isAddress(event.guid.account_address, account)
  if (form === 'module') return data.coin_type === APT_COIN && isAddress(data.account, account)
  return isAddress(data.store, store)
}

function objectMoves(events: readonly Event[], account: string): readonly ObjectMove[] {
  const moves: ObjectMove[] = []
  for (const event of events) {
    if (event.type !== '0x1::object::TransferEvent' && event.type !== '0x1::object::Transfer') continue
    const data = event.data as Json
    if (!isJsonObject(data)) continue
    if (isAddress(data.from, account)) moves.push({ object: String(data.object), direction: 'out' })
    if (isAddress(data.to, account)) moves.push({ object: String(data.object), direction: 'in' })
  }
  return moves
}

function isAddress(value: Json | undefined, address: string): boolean {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) return false
  return AccountAddress.from(value, { maxMissingChars: 63 }).toStringLong() === address
}
