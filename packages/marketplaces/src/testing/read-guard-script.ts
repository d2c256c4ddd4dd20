import type { ScriptPayload } from '@opal/domain/payload'
import { bytesFromHex, bytesToHex } from '@opal/domain/text/hex'
import { lengthBytes } from '../aggregator/argument-bytes.ts'
import type { GuardScript } from '../guards/guard-script.ts'
import { MARKETPLACES } from '../registry.ts'

/** The guard scripts of all marketplaces. */
export const GUARD_SCRIPTS: readonly GuardScript[] = MARKETPLACES.flatMap(({ guardScripts = [] }) => guardScripts)

/**
 * Finds which guard script a payload is and what its limit is. Null for any other script.
 * Its other arguments are those of the call: build it again from what was asked for, and compare the bytes.
 */
export function readGuardScript(payload: ScriptPayload): { script: GuardScript; limitOctas: bigint } | null {
  for (const script of GUARD_SCRIPTS) {
    const limitOctas = readLimit(script, payload)
    if (limitOctas !== null) return { script, limitOctas }
  }
  return null
}

/** Reads the limit of a script payload. Null when it is not this script. */
function readLimit({ bytecode, parameters }: GuardScript, { bytes }: ScriptPayload): bigint | null {
  const head = `0x${bytesToHex(lengthBytes(bytecode.length / 2))}${bytecode}00${bytesToHex(lengthBytes(parameters.length + 1))}`
  const limit = bytes.startsWith(head) ? /01([0-9a-f]{16})$/.exec(bytes)?.[1] : undefined
  if (limit === undefined) return null
  return bytesFromHex(limit).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}
