import { createNodeClient } from '@opal/chain/rest/node-client'
import type { NodeHttpOptions } from '@opal/chain/rest/node-http'
import type { Address } from '@opal/domain/address'
import type { TradeNode } from './trade-node.ts'

/** How long the ledger's page answers further readiness checks, milliseconds: anybody may make thousands of them. */
const LEDGER_MS = 250

/** The node as the payload calls see it. */
export function createTradeNode(options: NodeHttpOptions): TradeNode {
  const client = createNodeClient(options)
  const node: TradeNode = {
    ledger: answerAgain(() => client.ledgerInfo(), LEDGER_MS),
    balanceOctas: (account) => client.balance(account),
    isKnown: async (account) =>
      (await client.account(account)).sequenceNumber > 0n || (await client.balance(account)) > 0n,
    simulate: (sender, payload) => client.simulate(sender, payload),
    module: (moduleId) => client.module(moduleId),
    forRequest: () => {
      const simulators = new Map<Address, ReturnType<typeof client.simulator>>()
      return {
        ...node,
        simulate: (sender, payload) => {
          const known = simulators.get(sender) ?? client.simulator(sender)
          simulators.set(sender, known)
          return known(payload)
        },
      }
    },
  }
  return node
}

/** Asks once for all who ask within some milliseconds, or while the answer is on its way. */
function answerAgain<Answer>(ask: () => Promise<Answer>, lifeMs: number): () => Promise<Answer> {
  let last: { readonly answer: Promise<Answer>; until: number } | null = null
  return () => {
    if (last !== null && performance.now() < last.until) return last.answer
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY }
    const settle = () => {
      asked.until = performance.now() + lifeMs
    }
    asked.answer.then(settle, settle)
    last = asked
    return asked.answer
  }
}
