import { type Address, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { addressField, numberField } from '../fields.ts'
import { TOKEN_EVENT_KINDS_V1, type TokenEventKindV1 } from '../token-types-v1.ts'
import { type TokenIdV1, tokenIdField } from './token-id-v1.ts'

/** Field of each kind of event that names its token. */
const ID_FIELDS: Readonly<Record<TokenEventKindV1, string>> = {
  mint: 'id',
  burn: 'id',
  deposit: 'id',
  withdrawal: 'id',
  mutation: 'new_id',
  offer: 'token_id',
  claim: 'token_id',
  cancel: 'token_id',
}

/** Content of one framework event about a v1 token. */
export interface TokenEventV1 {
  readonly kind: TokenEventKindV1
  readonly event: ChainEvent
  readonly id: TokenIdV1
  /** Creator of a mint, offerer of an offer, else the holder of the token. */
  readonly account: Address
  /** Receiver of an offer. */
  readonly to: Address | null
  readonly amount: bigint
}

/** Returns the transaction's events about v1 tokens, in order. @throws DecodeError */
export function tokenEventsV1(transaction: ChainTransaction): readonly TokenEventV1[] {
  return transaction.events.flatMap((event) => {
    const kind = TOKEN_EVENT_KINDS_V1.get(event.type)
    return kind === undefined ? [] : [readEvent(kind, event)]
  })
}

function readEvent(kind: TokenEventKindV1, event: ChainEvent): TokenEventV1 {
  const { data, type } = event
  const id = tokenIdField(data, type, ID_FIELDS[kind])
  const isOffer = kind === 'offer' || kind === 'claim' || kind === 'cancel'
  return {
    kind,
    event,
    id,
    account: kind === 'mint' ? id.creator : accountOf(event),
    to: isOffer ? addressField(data, type, 'to_address') : null,
    amount: kind === 'mutation' ? 0n : numberField(data, type, 'amount'),
  }
}

/** Handle events sit on the account; module events name it. */
function accountOf({ accountAddress, data, type }: ChainEvent): Address {
  return accountAddress === ZERO_ADDRESS ? addressField(data, type, 'account') : accountAddress
}
