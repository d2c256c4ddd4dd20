import { NodeRefusedError } from '@opal/chain/rest/node-errors'
import { type NodeHttpOptions, requestNode } from '@opal/chain/rest/node-http'
import { type Address, toAddressOrNull, toShortAddress } from '@opal/domain/address'
import { type Json, jsonAt } from '@opal/domain/json'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'

/** Policies of a package. @source 0x1::code upgrade_policy_* */
const POLICIES: Readonly<Record<string, string>> = { 0: 'upgradable at will', 1: 'upgradable', 2: 'frozen' }

/**
 * Describes who may replace the code of our packages and who may change the marketplace's fees, and by how many signatures. Who may replace
 * the marketplace's code can take what is in escrow, and who may replace the aggregator's what its callers own: it passes their signer on.
 * @param aggregator null where there is none.
 */
export async function describeOwners(
  marketplaces: readonly DeployedMarketplace[],
  aggregator: Address | null,
  node: NodeHttpOptions,
): Promise<string> {
  const native = marketplaces.find(({ adapter }) => adapter.isNative)
  const parts: string[] = []
  if (native !== undefined) {
    const { packageAddress, feeScheduleAddress } = native.contracts
    parts.push(`code ${await describePackage(node, packageAddress)}`)
    if (feeScheduleAddress !== null) parts.push(`fees by ${await describeOwner(node, feeScheduleAddress)}`)
  }
  if (aggregator !== null) parts.push(`aggregator ${await describePackage(node, aggregator)}`)
  return parts.join('; ') || 'there is no package of ours'
}

/** Returns whether a package may be replaced, and by whom. */
async function describePackage(node: NodeHttpOptions, address: Address): Promise<string> {
  const registry = await resource(node, address, '0x1::code::PackageRegistry')
  const policies = [...new Set(policiesOf(registry))].join(' and ') || 'of unknown policy'
  return `${policies}, by ${await describeOwner(node, address)}`
}

/** Returns the owner of an object; an account that is no object is its own. */
async function describeOwner(node: NodeHttpOptions, address: Address): Promise<string> {
  const core = await resource(node, address, '0x1::object::ObjectCore')
  const owner = toAddressOrNull(String(jsonAt(core, 'owner') ?? address)) ?? address
  const multisig = await resource(node, owner, '0x1::multisig_account::MultisigAccount')
  const short = toShortAddress(owner)
  if (multisig === null) return `${short} (one account)`
  const owners = jsonAt(multisig, 'owners')
  const count = Array.isArray(owners) ? owners.length : '?'
  return `${short} (multisig, ${String(jsonAt(multisig, 'num_signatures_required'))} of ${count})`
}

function policiesOf(registry: Json): readonly string[] {
  const packages = jsonAt(registry, 'packages')
  if (!Array.isArray(packages)) return []
  return packages.map((each: Json) => POLICIES[String(jsonAt(each, 'upgrade_policy.policy'))] ?? 'of unknown policy')
}

/** Returns a resource's data, null where there is none. */
async function resource(node: NodeHttpOptions, address: string, type: string): Promise<Json> {
  try {
    const answer = await requestNode(node, { path: `/accounts/${address}/resource/${type}` })
    return jsonAt(answer, 'data') ?? null
  } catch (error) {
    if (error instanceof NodeRefusedError) return null
    throw error
  }
}
