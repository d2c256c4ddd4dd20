import type { TradeAnswer, WirePayload } from '@opal/contract/trading/trade'
import { expect } from 'vitest'
import type { TestApi } from './test-api.ts'

/** Sends a trading call, which has to be answered. @param path below `/api/` */
export async function askTrade<Answer = TradeAnswer>(
  { server }: TestApi,
  path: string,
  payload: object,
): Promise<Answer> {
  const answer = await server.inject({ method: 'POST', url: `/api/${path}`, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The call that an answer wants signed; undefined without one. @throws Error when it is a script. */
export function called({ payload }: TradeAnswer): Extract<WirePayload, { function: string }> | undefined {
  if (payload !== null && 'bytes' in payload) throw new Error('The answer is a script, not a call.')
  return payload ?? undefined
}

/** The module and function of that call. */
export const nameOf = (answer: TradeAnswer) => called(answer)?.function.split('::').slice(1).join('::')

/** Codes of the reasons by item; null for those that can be traded. */
export const codes = ({ items }: TradeAnswer) => items.map((item) => item.reason?.code ?? null)
