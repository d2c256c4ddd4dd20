import type { UserTransactionResponse } from '@aptos-labs/ts-sdk'

/**
 * Returns octas that left the payer for gas: what was used, less what came back for storage that the transaction
 * freed.
 */
export function feeOf({ gas_used, gas_unit_price, events }: UserTransactionResponse): number {
  const statement = events.find(({ type }) => type === '0x1::transaction_fee::FeeStatement')
  return Number(gas_used) * Number(gas_unit_price) - Number(statement?.data.storage_fee_refund_octas)
}
