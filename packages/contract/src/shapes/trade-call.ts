import * as z from 'zod'
import { addressInput, nothing } from './scalars.ts'
import { MAX_TRADE_ITEMS, tradeAnswer } from './trade.ts'

/** What every call for an unsigned transaction shares; `build-*.ts` add what is asked for, or answer more than this. */
export const TRADE_CALL = {
  bases: ['main', 'data'],
  method: 'POST',
  tag: 'Trade',
  budget: 'trade',
  params: nothing,
  query: nothing,
  response: tradeAnswer,
} as const

/** The wallet that a transaction is built for. */
export const signer = addressInput.describe('Who will sign')

/** What is done in one transaction, one entry a token or order: none is refused, and more than a transaction carries. */
export function tradeItems<Shape extends z.ZodRawShape>(item: Shape) {
  return z.array(z.strictObject(item)).min(1).max(MAX_TRADE_ITEMS)
}
