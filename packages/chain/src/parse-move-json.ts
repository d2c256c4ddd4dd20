import type { Json } from '@opal/domain/json'
import { MalformedTransactionError } from './chain-errors.ts'

/**
 * A Move value as the stream writes it: JSON inside a string.
 * @param type what the value is of, for the error. @throws MalformedTransactionError
 */
export function parseMoveJson(text: string | undefined, type: string): Json {
  if (text === undefined || text === '') return null
  try {
    return JSON.parse(text) as Json
  } catch (cause) {
    throw new MalformedTransactionError(`a value of ${type} is not JSON`, { cause })
  }
}
