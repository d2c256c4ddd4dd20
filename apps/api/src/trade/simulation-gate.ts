import { QueriesBusyError } from '../load/query-gate.ts'
import { createFairQueue, type FairBounds } from '../media/fair-queue.ts'
import type { TradeNode } from './trade-node.ts'

/** One trade of thirty items simulates some forty times at most; a client may have two such trades worked out. */
const BOUNDS: FairBounds = { atOnce: 16, atOncePerClient: 4, most: 600, mostPerClient: 100 }

/** Bounds what all clients together have the node simulate, and gives each a share of it. */
export interface SimulationGate {
  /** The node as one request of a client asks it. Its simulations throw QueriesBusyError when too many wait. */
  nodeFor(node: TradeNode, client: string): TradeNode
}

/** Creates the gate that all calls of a process pass. */
export function createSimulationGate(bounds: FairBounds = BOUNDS): SimulationGate {
  const queue = createFairQueue(bounds, () => new QueriesBusyError())
  return {
    nodeFor(node, client) {
      const asked = node.forRequest()
      return { ...asked, simulate: (sender, payload) => queue.add(client, () => asked.simulate(sender, payload)) }
    },
  }
}
