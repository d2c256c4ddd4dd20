import type { CommittedTransaction } from '../ledger.ts'

/**
 * Returns octas that a committed user transaction cost its payer: gas, less what came back for storage that it
 * freed.
 */
export function gasOctas(transaction: CommittedTransaction): bigint {
  const statement = JSON.parse(transaction.user?.events?.at(-1)?.data ?? '{}') as Record<string, string>
  const units = BigInt(statement.total_charge_gas_units as string)
  return units * 100n - BigInt(statement.storage_fee_refund_octas as string)
}
