import type { TradeAnswer } from '@opal/contract/trading/trade'
import { createContext } from 'react'
import type { PublicConfig } from '../../../app/public-config.ts'
import type { ChosenDraft } from '../quote/trade-draft.ts'

/** Result of the check. */
export interface CheckedTrade {
  /** Why the wallet must not be asked, in a sentence; null when it may be. */
  readonly refusal: string | null
  /** Gas units that it may burn at most; null where it is refused. */
  readonly maxGasAmount: number | null
}

/** Checks a payload against the user's choice. */
export type PayloadCheck = (
  config: PublicConfig,
  chosen: ChosenDraft,
  answer: TradeAnswer,
  walletAddress: string,
) => Promise<CheckedTrade>

/** Loads the contracts, the composer and the node's client when the first trade is confirmed. */
async function checkByOwnNode(...[config, chosen, answer, walletAddress]: Parameters<PayloadCheck>) {
  const { checkTrade } = await import('./check-trade.ts')
  return checkTrade(config, chosen, answer, walletAddress)
}

/** The check before the wallet is asked. Tests of dialogs, whose payloads are made up, put another in its place. */
export const PayloadCheckContext = createContext<PayloadCheck>(checkByOwnNode)
