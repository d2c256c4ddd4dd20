import type { ExitItem } from '@opal/contract/portfolio/exit'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { expect } from 'vitest'
import type { TestApi } from '../../../testing/test-api.ts'

/** The exit as the API plans it. */
export interface Plan {
  readonly data: readonly ExitItem[]
  readonly total: number
  readonly proceeds: readonly string[]
}

/** Requests the plan of an exit, of the example's owner where no wallets are given. */
export async function planExit(api: TestApi, asked: Readonly<Record<string, unknown>> = {}): Promise<Plan> {
  const payload = { wallets: [EXAMPLE.owner], ...asked }
  const answer = await api.server.inject({ method: 'POST', url: '/data/user/exit', payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Returns the items of a plan by token. */
export function byToken({ data }: Pick<Plan, 'data'>): ReadonlyMap<string, ExitItem> {
  return new Map(data.map((item) => [item.tokenDataId, item]))
}
