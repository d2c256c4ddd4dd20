import type { NameService } from '@opal/chain/names/name-service'
import type { NodeClient } from '@opal/chain/rest/node-client'
import { parseAddress, toAddressOrNull } from '@opal/domain/address'
import { jsonAt } from '@opal/domain/json'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'

/**
 * Resolves a typed receiver name by the page's own node, because a transfer cannot be undone.
 * @throws PayloadRefusedError when the API resolved it differently; NodeRefusedError, NodeUnreachableError
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
