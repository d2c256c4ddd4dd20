import type { Serializer } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { bytes32 } from '../../ledger/crypto/sha3.ts'
import { EXECUTED, OUT_OF_GAS } from '../../ledger/execution/vm-status.ts'
import { writeOption } from './write-parts.ts'

const Variant = { success: 0, outOfGas: 1, moveAbort: 2, executionFailure: 3, miscellaneous: 4 } as const
const InModule = 0

/** `Move abort in 0x1::coin: EFROZEN(0x5000a): text`, or the bare code where the module names none. */
const ABORT = /^Move abort in (0x[0-9a-f]+)::(\w+): (?:(\w+)\((0x[0-9a-f]+)\): (.*)|(0x[0-9a-f]+))$/s
const FAILURE = /^Execution failed in (0x[0-9a-f]+)::(\w+)::\w+ at code offset (\d+)$/

/**
 * An ExecutionStatus, read from the text that the stream carries. A function's number in its module and the number of
 * other errors are not in the text: 0 and none stand for them. @source aptos-types transaction ExecutionStatus
 */
export function writeExecutionStatus(writer: Serializer, vmStatus: string): void {
  const abort = ABORT.exec(vmStatus)
  const failure = FAILURE.exec(vmStatus)
  if (vmStatus === EXECUTED) writer.serializeU32AsUleb128(Variant.success)
  else if (vmStatus === OUT_OF_GAS) writer.serializeU32AsUleb128(Variant.outOfGas)
  else if (abort !== null) writeAbort(writer, abort)
  else if (failure !== null) writeFailure(writer, failure)
  else {
    writer.serializeU32AsUleb128(Variant.miscellaneous)
    writer.serializeBool(false)
  }
}

function writeAbort(writer: Serializer, [, address, module, reason, code, description, bare]: RegExpExecArray): void {
  writer.serializeU32AsUleb128(Variant.moveAbort)
  writeLocation(writer, address, module)
  writer.serializeU64(BigInt(code ?? bare ?? 0))
  writeOption(writer, reason ?? null, (name) => {
    writer.serializeStr(name)
    writer.serializeStr(description ?? '')
  })
}

function writeFailure(writer: Serializer, [, address, module, offset]: RegExpExecArray): void {
  writer.serializeU32AsUleb128(Variant.executionFailure)
  writeLocation(writer, address, module)
  writer.serializeU16(0)
  writer.serializeU16(Math.min(Number(offset), 0xffff))
}

function writeLocation(writer: Serializer, address = '0x0', module = ''): void {
  writer.serializeU32AsUleb128(InModule)
  writer.serializeFixedBytes(bytes32(parseAddress(address)))
  writer.serializeStr(module)
}
