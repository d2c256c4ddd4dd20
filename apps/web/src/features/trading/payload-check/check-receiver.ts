import type { NameService } from '@opal/chain/names/name-service'
import type { NodeClient } from '@opal/chain/rest/node-client'
import { parseAddress, toAddressOrNull } from '@opal/domain/address'
import { jsonAt } from '@opal/domain/json'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'

/** A typed name, and what the API resolved it to. */
interface NamedWallet {
  readonly name: string
  readonly address: string
  /** First words of the refusal where the name resolves to another wallet. */
  readonly refused: string
}

/** Returns the wallet that a draft names; null where it names none, or by its address. */
function namedWallet(draft: ChosenDraft): NamedWallet | null {
  switch (draft.call) {
    case 'transfer': {
      const { toName: name, body } = draft
      return name === undefined ? null : { name, address: body.toAddress, refused: 'a transfer to' }
    }
    case 'list':
    case 'update-price': {
      const { buyerName: name, body } = draft
      const address = body.terms?.reservedFor
      if (name === undefined || address === undefined) return null
      return { name, address, refused: 'a listing reserved for' }
    }
    default:
      return null
  }
}

/**
 * Resolves a typed name by the page's own node: of the receiver of a transfer, which cannot be undone, or of the only buyer of a listing.
 * @throws PayloadRefusedError when the API resolved it differently; NodeRefusedError, NodeUnreachableError
 */
export async function checkReceiver(
  draft: ChosenDraft,
  { contract }: NameService,
  node: Pick<NodeClient, 'view'>,
): Promise<void> {
  const named = namedWallet(draft)
  if (named === null) return
  const [domain = '', subdomain] = named.name
    .replace(/\.apt$/, '')
    .split('.')
    .reverse()
  const wanted = [domain, { vec: subdomain === undefined ? [] : [subdomain] }]
  const [target] = await node.view(`${contract}::router::get_target_addr`, [], wanted)
  const address = jsonAt(target, 'vec.0')
  const leadsTo = typeof address === 'string' ? toAddressOrNull(address) : null
  if (leadsTo !== parseAddress(named.address))
    throw new PayloadRefusedError(`${named.refused} a wallet other than the one ${named.name} points to`)
}
