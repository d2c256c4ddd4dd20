import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { type FungibleActivity, GAS_FEE_EVENT_INDEX } from '@opal/domain/state-changes'
import { optionalNumber } from '../tokens/fields.ts'
import { coinStorageId } from './coin-type.ts'
import { FEE_STATEMENT, GAS_FEE } from './fungible-types.ts'

/**
 * What the sender's transaction burnt for gas, also when it failed and when someone else paid; null for transactions
 * that nobody sent. It is booked as coins, whichever way APT is held.
 */
export function gasFeeActivity(transaction: ChainTransaction): FungibleActivity | null {
  const { sender, gasUsed, gasUnitPrice, success, entryFunction, feePayer } = transaction
  if (sender === null) return null
  return {
    eventIndex: GAS_FEE_EVENT_INDEX,
    ownerAddress: sender,
    storageId: coinStorageId(sender, APT_COIN_TYPE),
    assetType: APT_COIN_TYPE,
    isFrozen: null,
    amount: gasUsed * gasUnitPrice,
    type: GAS_FEE,
    isGasFee: true,
    gasFeePayerAddress: feePayer ?? null,
    isTransactionSuccess: success,
    entryFunctionIdStr: entryFunction,
    tokenStandard: 'v1',
    storageRefundAmount: storageRefund(transaction),
  }
}

/** The first statement counts. Old transactions have none. */
function storageRefund({ events }: ChainTransaction): bigint {
  const statement = events.find(({ type }) => type === FEE_STATEMENT)
  return statement === undefined ? 0n : (optionalNumber(statement.data, 'storage_fee_refund_octas') ?? 0n)
}
