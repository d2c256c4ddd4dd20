import type { Address } from '@opal/domain/address'
import type { TokenEventV1 } from './token-events-v1.ts'
import { type TokenIdV1, tokenKey } from './token-id-v1.ts'

/**
 * Whose table an item stands in when the holder's resource is not written: module events name the account instead.
 * Accounts through which a token only passed are no answer, nor is one of several.
 */
export class HolderHints {
  /** By token: what each account won or lost in all. */
  readonly #balance = new Map<string, Map<Address, bigint>>()
  /** By token: who mutated it in place. */
  readonly #mutators = new Map<string, Address>()

  constructor(events: readonly TokenEventV1[]) {
    for (const { kind, id, account, amount } of events) {
      if (kind === 'deposit') this.#add(id, account, amount)
      if (kind === 'withdrawal') this.#add(id, account, -amount)
      if (kind === 'mutation') this.#mutators.set(tokenKey(id), account)
    }
  }

  /** The one account that won some of the token, or changed it where it was; null when nobody or several did. */
  receiver(id: TokenIdV1): Address | null {
    return this.#only(id, (won) => won > 0n) ?? this.#mutators.get(tokenKey(id)) ?? null
  }

  /** The one account that lost some of the token. */
  giver(id: TokenIdV1): Address | null {
    return this.#only(id, (won) => won < 0n)
  }

  #add(id: TokenIdV1, account: Address, amount: bigint): void {
    const key = tokenKey(id)
    const accounts = this.#balance.get(key) ?? new Map<Address, bigint>()
    accounts.set(account, (accounts.get(account) ?? 0n) + amount)
    this.#balance.set(key, accounts)
  }

  #only(id: TokenIdV1, counts: (won: bigint) => boolean): Address | null {
    const [first, ...others] = [...(this.#balance.get(tokenKey(id)) ?? [])].filter(([, won]) => counts(won))
    return first === undefined || others.length > 0 ? null : first[0]
  }
}
