import { MarketError } from './base.ts'

/** A venue cannot do what was asked (its adapter has no builder for it). */
export class NotOfferedError extends MarketError {
  override readonly code = 'not-offered'
  constructor(marketplace: string, action: string, sentence?: string) {
    super(sentence ?? `${marketplace} does not offer "${action}".`, { details: { marketplace, action } })
  }
}

/** Royalty and fee together exceed the price. */
export class RoyaltyTooHighError extends MarketError {
  override readonly code = 'royalty-too-high'
  constructor(priceOctas: bigint, takenOctas: bigint) {
    super(`Royalty and fee (${takenOctas} octas) exceed the price (${priceOctas} octas).`, {
      details: { priceOctas: String(priceOctas), takenOctas: String(takenOctas) },
    })
  }
}
