import type { ScriptPayload } from '@opal/domain/payload'
import { type GuardScript, readGuardLimit } from '../guards/guard-script.ts'
import { MARKETPLACES } from '../registry.ts'

/** The guard scripts of all marketplaces. */
export const GUARD_SCRIPTS: readonly GuardScript[] = MARKETPLACES.flatMap(({ guardScripts = [] }) => guardScripts)

/**
 * Finds which guard script a payload is and what its limit is. Null for any other script.
 * Its other arguments are those of the call: build it again from what was asked for, and compare the bytes.
 */
export function readGuardScript(payload: ScriptPayload): { script: GuardScript; limitOctas: bigint } | null {
  for (const script of GUARD_SCRIPTS) {
    const limitOctas = readGuardLimit(script, payload)
    if (limitOctas !== null) return { script, limitOctas }
  }
  return null
}
