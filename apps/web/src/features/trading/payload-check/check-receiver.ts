import type { NameService } from '@opal/chain/names/name-service'
import type { NodeClient } from '@opal/chain/rest/node-client'
import { parseAddress, toAddressOrNull } from '@opal/domain/address'
import { jsonAt } from '@opal/domain/json'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'

/**
 * Asks the page's own node where the name leads that was typed as a receiver: nobody can take a transfer back.
 * @throws PayloadRefusedError where it leads elsewhere than the API said; NodeRefusedError, NodeUnreachableError
 */
export async function checkReceiver(
  draft: ChosenDraft,
  { contract }: NameService,
  node: Pick<NodeClient, 'view'>,
): Promise<void> {
  if (draft.call !== 'transfer' || draft.toName === undefined) return
  const [domain = '', subdomain] = draft.toName
    .replace(/\.apt$/, '')
    .split('.')
    .reverse()
  const wanted = [domain, { vec: subdomain === undefined ? [] : [subdomain] }]
  const [target] = await node.view(`${contract}::router::get_target_addr`, [], wanted)
  const address = jsonAt(target, 'vec.0')
  const leadsTo = typeof address === 'string' ? toAddressOrNull(address) : null
  if (leadsTo !== parseAddress(draft.body.toAddress))
    throw new PayloadRefusedError(`a transfer elsewhere than where ${draft.toName} leads`)
}
