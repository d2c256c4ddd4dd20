import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import type { TradePayload } from '@opal/domain/payload'
import type { ApiContext } from '../context.ts'
import { QueriesBusyError } from '../load/query-gate.ts'
import { explainRefusal } from './prepare-trade.ts'
import { REASONS } from './reasons.ts'
import type { SimulatedTransaction } from './trade-node.ts'

/** What the node says of a wallet, and of a payload that it would sign. */
export interface Asked {
  readonly balanceOctas: bigint | null
  readonly simulated: SimulatedTransaction | null
  /** Why the node simulated nothing. */
  readonly refusal: TradeReason
}

/** Asks for the balance and for a simulation; what is not answered is null, and logged. @throws QueriesBusyError */
export async function askNode(
  { node, log }: Pick<ApiContext, 'node' | 'log'>,
  wallet: Address,
  payload: TradePayload | null,
): Promise<Asked> {
  const [balance, simulated] = await Promise.allSettled([
    node.balanceOctas(wallet),
    payload === null ? null : node.simulate(wallet, payload),
  ])
  for (const result of [balance, simulated]) {
    if (result.status !== 'rejected') continue
    if (result.reason instanceof QueriesBusyError) throw result.reason
    log.warn({ err: result.reason }, 'the node did not answer a trade')
  }
  return {
    balanceOctas: balance.status === 'fulfilled' ? balance.value : null,
    simulated: simulated.status === 'fulfilled' ? simulated.value : null,
    refusal: simulated.status === 'rejected' ? explainRefusal(simulated.reason) : REASONS.nodeUnavailable,
  }
}
