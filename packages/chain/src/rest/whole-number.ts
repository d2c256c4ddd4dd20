import type { Json } from '@opal/domain/json'
import { NodeUnreachableError } from './node-errors.ts'

/** Digits of the largest number of the chain. */
const WHOLE = /^\d{1,20}$/
const MAX = 2 ** 64

/** Returns a whole number as a node writes it: JSON number or decimal string. @throws NodeUnreachableError */
export function readWhole(value: Json | undefined): bigint {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MAX) return BigInt(value)
  if (typeof value === 'string' && WHOLE.test(value)) return BigInt(value)
  throw new NodeUnreachableError('its answer lacks a number')
}
