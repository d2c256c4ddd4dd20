import type { BlockBuilder } from '../blocks/block-builder.ts'
import type { CommittedTransaction } from '../ledger.ts'
import type { ParsedTransaction } from '../transactions/signed-transaction.ts'
import { type Execution, executeTransaction } from './execute-transaction.ts'
import type { ModuleRegistry } from './module-registry.ts'
import type { VmStatusName } from './vm-status.ts'

/**
 * Executes a transaction as if in the next block. One that the prologue refuses is returned as failed, with the
 * VM's status name, as the node does it.
 *
 * @param builder a block that is thrown away afterwards.
 */
export function simulateTransaction(
  transaction: ParsedTransaction,
  builder: BlockBuilder,
  modules: ModuleRegistry,
  fault: VmStatusName | null,
): CommittedTransaction {
  const execution = fault === null ? run(transaction, builder, modules) : refused(fault)
  return builder.preview(transaction, execution, modules)
}

function run(transaction: ParsedTransaction, builder: BlockBuilder, modules: ModuleRegistry): Execution {
  const { timestampMicros: nowMicros } = builder.frame
  return executeTransaction(transaction, builder.overlay, { nowMicros, modules, isSimulation: true })
}

function refused(fault: VmStatusName): Execution {
  return { success: false, vmStatus: fault, gasUsed: 0n, events: [], changes: [] }
}
