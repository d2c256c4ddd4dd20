import type { TradeAnswer } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import { claimPayload, takeBackPayload, transferPayload } from '@opal/domain/tokens/transfer-payloads'
import type { ChosenDraft } from '../../quote/trade-draft.ts'
import { answerOf } from '../../testing/testing-answer.ts'
import { BIDS } from './correct-bids.ts'
import { LISTINGS } from './correct-listings.ts'
import { PURCHASES } from './correct-purchases.ts'
import { type TradeMaker, toWire } from './made-trade.ts'
import { editionOf, itemWith, type TradeFacts, tokenAt } from './trade-fixtures.ts'

const GAS = 1_200n

/** A user's choice, and the response of a correct API. */
export interface CorrectTrade {
  readonly draft: ChosenDraft
  readonly answer: TradeAnswer
}

const MOVES = {
  claim(facts) {
    const token = tokenAt({ ...facts, isOld: true }, 0)
    if (token.standard !== 'v1') throw new TypeError('claims are of old tokens')
    const { tokenDataId, propertyVersion } = token
    const fromAddress = facts.receiver
    return {
      draft: { call: 'claim', body: { tokenDataId, fromAddress, propertyVersion: String(propertyVersion) } },
      items: [itemWith(token, {})],
      gain: 0n,
      built: toWire(claimPayload({ fromAddress, ...token, name: token.tokenName })),
    }
  },
  'take-back'(facts) {
    const token = tokenAt({ ...facts, isOld: true }, 0)
    if (token.standard !== 'v1') throw new TypeError('only old tokens wait to be claimed')
    const { tokenDataId, propertyVersion } = token
    const toAddress = facts.receiver
    return {
      draft: { call: 'take-back', body: { tokenDataId, toAddress, propertyVersion: String(propertyVersion) } },
      items: [itemWith(token, {})],
      gain: 0n,
      built: toWire(takeBackPayload({ toAddress, ...token, name: token.tokenName })),
    }
  },
  transfer(facts) {
    const token = tokenAt(facts, 0)
    return {
      draft: { call: 'transfer', body: { toAddress: facts.receiver, items: [editionOf(token)] } },
      items: [itemWith(token, {})],
      gain: 0n,
      built: toWire(transferPayload(token, parseAddress(facts.receiver))),
    }
  },
} satisfies Record<string, TradeMaker>

const MAKERS = { ...PURCHASES, ...LISTINGS, ...BIDS, ...MOVES } satisfies Record<string, TradeMaker>

export type CorrectKind = keyof typeof MAKERS

/** Every kind of trade. */
export const KINDS = Object.keys(MAKERS) as readonly CorrectKind[]

/** Returns a correct trade of a kind. @throws NotOfferedError where the marketplaces do not offer it; NotInOneCallError. */
export async function correctTrade(kind: CorrectKind, facts: TradeFacts): Promise<CorrectTrade> {
  const make: TradeMaker = MAKERS[kind]
  const { draft, items, gain, split, built } = await make(facts)
  const cost = gain < 0n ? -gain : 0n
  return {
    draft,
    answer: answerOf(
      {
        priceOctas: String(cost),
        totalOctas: String(cost + GAS),
        gasOctas: String(GAS),
        receivedOctas: String(gain > 0n ? gain : 0n),
        ...split,
      },
      { items: [...items], ...built },
    ),
  }
}
