import { createContext } from 'react'
import type { ChainNode } from '../../../entities/wallet/chain-node.ts'

/** The node that knows what a recipient has sent; null where nothing is asked. */
export const RecipientNodeContext = createContext<Pick<ChainNode, 'sequenceNumber'> | null>(null)
