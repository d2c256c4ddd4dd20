import type { Address } from '@opal/domain/address'
import { errorMessage } from '@opal/domain/errors'
import { MoveAbort, MoveExecutionFailure, type MoveResource } from '../../modules/move-module.ts'
import type { EncodedChange } from '../encoding/encode-change.ts'
import { decodeArguments, parameterTypes } from '../encoding/proto-request.ts'
import { type EmittedEvent, moduleEvent } from '../events/emitted-event.ts'
import { runScript } from '../script/run-script.ts'
import { isScriptCall } from '../script/script-call.ts'
import { ScriptAbort, ScriptFault } from '../script/script-fault.ts'
import { ACCOUNT, newAccount } from '../state/accounts.ts'
import { assertObjectArguments } from '../state/objects.ts'
import { Overlay } from '../state/overlay.ts'
import { slotChangesOf, writeSetOf } from '../state/write-set.ts'
import { type EntryCall, type ParsedTransaction, toAddress } from '../transactions/signed-transaction.ts'
import { ExecutionContext, type ExecutionEnvironment } from './execution-context.ts'
import { type GasCharge, gasCharge } from './gas-schedule.ts'
import type { ModuleRegistry } from './module-registry.ts'
import { skipsGasPayment } from './prologue.ts'
import { sessionHash } from './session-hash.ts'
import { committedWithError, EXECUTED, OUT_OF_GAS } from './vm-status.ts'

/** The outcome of one user transaction. Its writes are in the overlay that was passed in. */
export interface Execution {
  readonly success: boolean
  readonly vmStatus: string
  readonly gasUsed: bigint
  readonly events: readonly EmittedEvent[]
  readonly changes: readonly EncodedChange[]
}

/** The values of a block that its transactions can read. */
export interface BlockEnvironment {
  readonly nowMicros: bigint
  readonly modules: ModuleRegistry
  /** A status that the next transaction is to fail with, for rehearsals; null in daily life. */
  readonly forcedFailure?: string | null
  readonly isSimulation?: boolean
}

interface Attempt {
  readonly overlay: Overlay
  readonly events: readonly EmittedEvent[]
  readonly charge: GasCharge
  readonly vmStatus: string
}

/**
 * Runs a transaction that passed the prologue. Whatever fails inside undoes all of it, except that gas is
 * charged and the sequence number used.
 *
 * @param parent receives the writes.
 */
export function executeTransaction(
  transaction: ParsedTransaction,
  parent: Overlay,
  block: BlockEnvironment,
): Execution {
  const environment = {
    sender: transaction.sender,
    nowMicros: block.nowMicros,
    transactionHash: transaction.hash,
    secondarySigners: () => secondarySigners(transaction),
    tableSeed: () => sessionHash(transaction),
    modules: block.modules,
  }
  const attempt = attemptCall(transaction, parent, environment, block.forcedFailure ?? null)
  const failed = attempt.vmStatus !== EXECUTED
  const chargesGas = !skipsGasPayment(transaction, block.isSimulation)
  const settled = failed ? null : trySettle(transaction, attempt, environment, chargesGas)
  if (settled !== null) return finished(parent, attempt, settled, true)
  const vmStatus = failed ? attempt.vmStatus : CANNOT_PAY
  const undone = {
    ...attempt,
    overlay: new Overlay(parent),
    events: [],
    charge: withoutStorage(attempt, transaction),
    vmStatus,
  }
  return finished(parent, undone, settle(transaction, undone, environment, chargesGas), false)
}

/** @source 0x1::transaction_validation::epilogue */
const CANNOT_PAY =
  'Move abort in 0x1::transaction_validation: PROLOGUE_ECANT_PAY_GAS_DEPOSIT(0x203ed): The account can no longer pay for gas'

function attemptCall(
  transaction: ParsedTransaction,
  parent: Overlay,
  environment: ExecutionEnvironment,
  forcedFailure: string | null,
): Attempt {
  const overlay = new Overlay(parent)
  const context = new ExecutionContext(environment, overlay)
  const ran = forcedFailure ?? runPayload(transaction, environment.modules, context)
  context.apt.settleSupply()
  const slots = slotChangesOf(overlay)
  const charge = gasCharge(context.usage, context.events.length, slots, transaction.gasUnitPrice)
  const vmStatus = ran === EXECUTED && charge.totalUnits > transaction.maxGasAmount ? OUT_OF_GAS : ran
  return { overlay, events: context.events, charge, vmStatus }
}

function runPayload(transaction: ParsedTransaction, modules: ModuleRegistry, context: ExecutionContext): string {
  const { call } = transaction
  if (!isScriptCall(call)) return runEntry(transaction, call, modules, context)
  const signers = 1 + secondarySigners(transaction).length
  return runCode('a script', () => runScript(call, modules, context, signers))
}

function runEntry(
  transaction: ParsedTransaction,
  call: EntryCall,
  modules: ModuleRegistry,
  context: ExecutionContext,
): string {
  const target = modules.resolve(call.functionId)
  if (target === null) return committedWithError('LINKER_ERROR')
  if (!target.definition.isEntry) return committedWithError('EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION')
  const { typeArguments } = call
  if (typeArguments.length !== target.definition.typeParameters.length) {
    return committedWithError('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH')
  }
  const { signerCount } = target
  if (signerCount > 0 && signerCount !== 1 + secondarySigners(transaction).length) {
    return committedWithError('NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH')
  }
  const args = decodeArguments(target, call)
  if (args === null) return committedWithError('FAILED_TO_DESERIALIZE_ARGUMENT')
  return runCode(target.id, () => {
    assertObjectArguments(context, parameterTypes(target, typeArguments), args)
    target.definition.run(context, typeArguments, args)
  })
}

/** A module's own mistake (not an abort) must not stop the chain: it fails the transaction under the VM's name for it. */
function runCode(name: string, run: () => void): string {
  try {
    run()
    return EXECUTED
  } catch (error) {
    if (error instanceof MoveAbort || error instanceof MoveExecutionFailure) return error.message
    if (error instanceof ScriptAbort) return error.message
    if (error instanceof ScriptFault) return committedWithError(error.status)
    const reason = errorMessage(error)
    return `${committedWithError('UNKNOWN_INVARIANT_VIOLATION_ERROR')} in ${name}: ${reason}`
  }
}

/** A failed transaction pays for running, not for state it did not leave behind, and never more than it offered. */
function withoutStorage({ charge, vmStatus }: Attempt, transaction: ParsedTransaction): GasCharge {
  const ran = charge.executionUnits + charge.ioUnits
  const offered = transaction.maxGasAmount
  const totalUnits = vmStatus === OUT_OF_GAS || ran > offered ? offered : ran
  return { ...charge, storageFeeOctas: 0n, storageRefundOctas: 0n, totalUnits }
}

function trySettle(
  transaction: ParsedTransaction,
  attempt: Attempt,
  environment: ExecutionEnvironment,
  chargesGas: boolean,
): readonly EmittedEvent[] | null {
  try {
    return settle(transaction, attempt, environment, chargesGas)
  } catch (error) {
    if (error instanceof MoveAbort) return null
    throw error
  }
}

/** The epilogue: charges gas, counts the sequence number on. @returns all events, the fee statement last. */
function settle(
  transaction: ParsedTransaction,
  { overlay, events, charge }: Attempt,
  environment: ExecutionEnvironment,
  chargesGas: boolean,
): readonly EmittedEvent[] {
  const context = new ExecutionContext(environment, overlay)
  const gasOctas = charge.totalUnits * transaction.gasUnitPrice
  const owed = chargesGas ? gasOctas - charge.storageRefundOctas : 0n
  if (owed > 0n) context.apt.burnGas(transaction.gasPayer, owed)
  else if (owed < 0n) context.apt.refund(transaction.gasPayer, -owed)
  context.apt.settleSupply()
  countOn(transaction, overlay)
  return [...events, feeStatement(charge)]
}

function countOn(transaction: ParsedTransaction, overlay: Overlay): void {
  if (transaction.replayNonce !== null) return
  const { sender } = transaction
  const account: MoveResource = overlay.get(sender, ACCOUNT) ?? newAccount(sender)
  overlay.put(sender, ACCOUNT, { ...account, sequence_number: (transaction.sequenceNumber + 1n).toString() })
}

function feeStatement(charge: GasCharge): EmittedEvent {
  return moduleEvent('0x1::transaction_fee::FeeStatement', {
    execution_gas_units: charge.executionUnits.toString(),
    io_gas_units: charge.ioUnits.toString(),
    storage_fee_octas: charge.storageFeeOctas.toString(),
    storage_fee_refund_octas: charge.storageRefundOctas.toString(),
    total_charge_gas_units: charge.totalUnits.toString(),
  })
}

function finished(parent: Overlay, attempt: Attempt, events: readonly EmittedEvent[], success: boolean): Execution {
  const changes = writeSetOf(attempt.overlay)
  attempt.overlay.mergeInto(parent)
  return { success, vmStatus: attempt.vmStatus, gasUsed: attempt.charge.totalUnits, events, changes }
}

/** Returns the secondary signers, in the transaction's order, without a mere fee payer. */
function secondarySigners(transaction: ParsedTransaction): readonly Address[] {
  if (transaction.proof !== null) return []
  const { authenticator } = transaction.signed
  if (!authenticator.isMultiAgent() && !authenticator.isFeePayer()) return []
  return authenticator.secondary_signer_addresses.map(toAddress)
}
