import { createNodeClient } from '@opal/chain/rest/node-client'
import type { NodeHttpOptions } from '@opal/chain/rest/node-http'
import type { SimulationResult } from '@opal/chain/rest/simulation'
import type { Address } from '@opal/domain/address'
import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairBounds } from '@opal/domain/limits/fair-queue'
import type { PublishedModule, TradePayload } from '@opal/domain/payload'
import { QueriesBusyError } from '../../http/limits/query-gate.ts'
import { createParseTurns } from './parse-turns.ts'

/** The node as payload calls and the readiness check use it. */
export interface TradeNode {
  ledger(): Promise<{ readonly chainId: number; readonly version: bigint; readonly timestampMicros: bigint }>
  /** APT of an account, coin and fungible store together. */
  balanceOctas(account: Address): Promise<bigint>
  /** Whether the chain knows the account: it has sent a transaction, or has APT. */
  isKnown(account: Address): Promise<boolean>
  /** Simulates the payload as signed by the account now. */
  simulate(sender: Address, payload: TradePayload): Promise<SimulationResult>
  /** A module by `0x…::name`, from which scripts are composed. */
  module(moduleId: string): Promise<PublishedModule>
  /** Returns the node for one request: facts that do not change during it are read once. */
  forRequest(): TradeNode
}

/**
 * Time for which the ledger state is reused for readiness checks, milliseconds: clients may make thousands of them, and balancers make some every second,
 * each of which would count against the quota that a provider of nodes gives for trades.
 */
const LEDGER_MS = 1_000

/** Creates the node as the payload calls see it. */
export function createTradeNode(options: NodeHttpOptions): TradeNode {
  const client = createNodeClient({ ...options, inTurn: createParseTurns() })
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

/** Shares an answer among the callers of some time, and among those that wait for it. */
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

/** One trade of thirty items simulates some forty times at most; a client may have two such trades worked out. */
const BOUNDS: FairBounds = {
  concurrency: 16,
  concurrencyPerClient: 4,
  maxPending: 600,
  maxPendingPerClient: 100,
  maxWaitMs: 20_000,
}

/** Bounds what all clients together have the node simulate, and ask it of accounts, and gives each a share of it. */
export interface SimulationGate {
  /**
   * The node as one request of a client asks it, for a balance once. It throws QueriesBusyError when too many of its simulations
   * and balances wait, or one too long.
   */
  nodeFor(node: TradeNode, client: Client): TradeNode
  /**
   * Asks the node for a client whether the chain knows an account. Who asks holds no place of other calls meanwhile, and would ask any number of
   * times at once. @throws QueriesBusyError as simulations do
   */
  isKnown(node: Pick<TradeNode, 'isKnown'>, client: Client, account: Address): Promise<boolean>
}

/** Creates the gate that all calls of a process pass. */
export function createSimulationGate(bounds: FairBounds = BOUNDS): SimulationGate {
  const queue = createFairQueue(bounds, () => new QueriesBusyError())
  return {
    nodeFor(node, client) {
      const asked = node.forRequest()
      const balances = new Map<Address, Promise<bigint>>()
      return {
        ...asked,
        simulate: (sender, payload) => queue.add(client, () => asked.simulate(sender, payload)),
        balanceOctas(account) {
          const known = balances.get(account) ?? queue.add(client, () => asked.balanceOctas(account))
          balances.set(account, known)
          return known
        },
      }
    },
    isKnown: (node, client, account) => queue.add(client, () => node.isKnown(account)),
  }
}
