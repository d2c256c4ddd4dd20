import type { Usage } from './execution-context.ts'

/** Octas per gas unit that the network asks at least, and what it answers as estimate. @source mainnet's gas schedule */
export const MIN_GAS_UNIT_PRICE = 100n
export const MAX_GAS_UNIT_PRICE = 10_000_000_000n
/** @source mainnet's gas schedule: maximum_number_of_gas_units */
export const MAX_GAS_UNITS = 2_000_000n
export const MIN_GAS_UNITS = 2n

/** Octas of deposit for a new state item and per byte of it. @source mainnet's storage fee parameters */
const OCTAS_PER_SLOT = 40_000n
const OCTAS_PER_BYTE = 40n

/** A state item that a transaction wrote or deleted. Sizes in bytes; 0 when it was not, or is no longer, there. */
export interface SlotChange {
  readonly bytesBefore: number
  readonly bytesAfter: number
}

/** The gas of a transaction, in the parts that its `FeeStatement` names. */
export interface GasCharge {
  readonly executionUnits: bigint
  readonly ioUnits: bigint
  readonly storageFeeOctas: bigint
  readonly storageRefundOctas: bigint
  /** Units charged at the transaction's gas price; includes the storage fee, not the refund. */
  readonly totalUnits: bigint
}

/**
 * Returns the charge by a schedule of our own with mainnet's terms, in mainnet's order of magnitude: a transfer is about 10 units,
 * a mint about 700 of which nearly all is storage. It depends on nothing but what the transaction did.
 */
export function gasCharge(
  usage: Usage,
  eventCount: number,
  slots: readonly SlotChange[],
  unitPrice: bigint,
): GasCharge {
  const executionUnits = 3n + BigInt(Math.ceil(usage.calls / 2)) + BigInt(Math.ceil(eventCount / 2))
  const writtenBytes = slots.reduce((sum, slot) => sum + slot.bytesAfter, 0)
  const ioUnits =
    1n + BigInt(Math.ceil(usage.reads / 8)) + BigInt(slots.length) + BigInt(Math.ceil(writtenBytes / 2048))
  let storageFeeOctas = 0n
  let storageRefundOctas = 0n
  for (const slot of slots) {
    if (slot.bytesBefore === 0) storageFeeOctas += depositFor(slot.bytesAfter)
    else if (slot.bytesAfter === 0) storageRefundOctas += depositFor(slot.bytesBefore)
    else if (slot.bytesAfter > slot.bytesBefore) storageFeeOctas += growthFee(slot)
  }
  const totalUnits = executionUnits + ioUnits + (storageFeeOctas + unitPrice - 1n) / unitPrice
  return { executionUnits, ioUnits, storageFeeOctas, storageRefundOctas, totalUnits }
}

function depositFor(bytes: number): bigint {
  return bytes === 0 ? 0n : OCTAS_PER_SLOT + OCTAS_PER_BYTE * BigInt(bytes)
}

function growthFee(slot: SlotChange): bigint {
  return OCTAS_PER_BYTE * BigInt(slot.bytesAfter - slot.bytesBefore)
}
