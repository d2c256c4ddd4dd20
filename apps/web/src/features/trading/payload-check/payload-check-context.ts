import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { TradePayload } from '@opal/domain/payload'
import { createContext } from 'react'
import type { PublicConfig } from '../../../app/public-config.ts'
import type { ChosenDraft } from '../quote/trade-draft.ts'

/** A transaction that the wallet may be asked for. */
export interface SignableTrade {
  /** As the page composed it: nothing of the API's answer reaches the wallet. */
  readonly payload: TradePayload
  /** Gas units that the wallet may offer at most; null where nothing was simulated. */
  readonly maxGasAmount: number | null
}

/** Result of the check: why the wallet must not be asked, in a sentence, or what it is asked for. */
export type CheckedTrade = { readonly refusal: string } | ({ readonly refusal: null } & SignableTrade)

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
