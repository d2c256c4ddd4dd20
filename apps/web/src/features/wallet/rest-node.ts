import { APT_COIN_TYPE } from '@opal/domain/payload'
import { z } from 'zod'
import type { ChainNode, TransactionOutcome } from '../../lib/chain-node.ts'

const u64 = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
const balanceAnswer = z.tuple([u64])
const transactionAnswer = z.union([
  z.object({ type: z.literal('pending_transaction') }),
  z.object({ success: z.boolean(), version: u64, vm_status: z.string(), gas_used: u64, gas_unit_price: u64 }),
])

/**
 * An Aptos node over REST, without the SDK: two calls are not worth its weight.
 * @param url node address with /v1.
 */
export function createRestNode(url: string): ChainNode {
  return {
    async balance(address) {
      const body = { function: '0x1::coin::balance', type_arguments: [APT_COIN_TYPE], arguments: [address] }
      try {
        const answer = await fetch(`${url}/view`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return balanceAnswer.parse(await answer.json())[0]
      } catch {
        return 0n
      }
    },
    async transaction(hash) {
      const answer = await fetch(`${url}/transactions/by_hash/${encodeURIComponent(hash)}`)
      if (answer.status === 404) return { state: 'unknown' }
      return toOutcome(transactionAnswer.parse(await answer.json()))
    },
  }
}

function toOutcome(answer: z.output<typeof transactionAnswer>): TransactionOutcome {
  if ('type' in answer) return { state: 'pending' }
  return {
    state: 'committed',
    success: answer.success,
    version: answer.version,
    vmStatus: answer.vm_status,
    gasOctas: answer.gas_used * answer.gas_unit_price,
  }
}
