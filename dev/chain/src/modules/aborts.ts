import { MoveAbort } from './move-module.ts'

/** Kinds of error that the framework packs into the upper bytes of an abort code. @source 0x1::error */
const CATEGORIES = {
  'invalid-argument': 0x1n,
  'out-of-range': 0x2n,
  'invalid-state': 0x3n,
  'permission-denied': 0x5n,
  'not-found': 0x6n,
  'already-exists': 0x8n,
} as const

/** Builds a module's aborts: `abort('permission-denied', 3n, 'ENOT_CREATOR', 'The provided signer is not the creator')`. */
export function abortsOf(location: string) {
  return (category: keyof typeof CATEGORIES, reason: bigint, name: string, text: string): MoveAbort =>
    new MoveAbort(location, (CATEGORIES[category] << 16n) | reason, name, text)
}

/** Returns the length of a Move String: bytes, not letters. */
export function moveLength(text: string): number {
  return Buffer.byteLength(text)
}
