import { NodeRefusedError } from '@opal/chain/rest/node-errors'
import { type NodeHttpOptions, requestNode } from '@opal/chain/rest/node-http'
import { type Address, toAddressOrNull, toShortAddress } from '@opal/domain/address'
import { type Json, jsonAt } from '@opal/domain/json'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'

/** Policies of a package. @source 0x1::code upgrade_policy_* */
const POLICIES: Readonly<Record<string, string>> = { 0: 'upgradable at will', 1: 'upgradable', 2: 'frozen' }

/**
 * Describes who may replace the native marketplace's code and who may change its fees, and by how many signatures:
 * the account that may replace the code can take what is in escrow.
 */
export async function describeOwners(
  marketplaces: readonly DeployedMarketplace[],
  node: NodeHttpOptions,
): Promise<string> {
  const native = marketplaces.find(({ adapter }) => adapter.isNative)
  if (native === undefined) return 'there is no package of ours'
  const { packageAddress, feeScheduleAddress } = native.contracts
  const registry = await resource(node, packageAddress, '0x1::code::PackageRegistry')
  const policies = [...new Set(policiesOf(registry))].join(' and ') || 'of unknown policy'
  const code = `code ${policies}, by ${await describeOwner(node, packageAddress)}`
  if (feeScheduleAddress === null) return code
  return `${code}; fees by ${await describeOwner(node, feeScheduleAddress)}`
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
