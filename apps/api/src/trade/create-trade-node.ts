import { createNodeClient } from '@opal/chain/rest/node-client'
import { explainFailure } from './explain-failure.ts'
import type { TradeNode } from './trade-node.ts'

/** The node as the payload calls see it. */
export function createTradeNode(nodeUrl: string): TradeNode {
  const client = createNodeClient({ nodeUrl })
  return {
    ledger: () => client.ledgerInfo(),
    balanceOctas: (account) => client.balance(account),
    simulate: (sender, payload) => client.simulate(sender, payload),
    module: (moduleId) => client.module(moduleId),
    explain: explainFailure,
  }
}
