import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAddress } from '@opal/domain/address'
import type { Intent } from '@opal/domain/intent'
import type { CollectionRef, TokenRef, TokenStandard } from '@opal/domain/tokens/token-id'
import { expect, it } from 'vitest'
import type { PayloadBuilders } from '../adapter.ts'
import { contractsOf, type DeployedMarketplace } from '../contracts/network-contracts.ts'
import { isBuilt } from '../testing/is-built.ts'
import { buildPayload, isOffered } from './build-payload.ts'

const MARKETPLACES = contractsOf('mainnet')
/** The same with the calls that are not proven. */
const WHOLE = new Map(contractsOf('local').map(({ adapter }) => [adapter.id, adapter]))
const DOCUMENT = join(import.meta.dirname, '../../../../docs/reference/marketplaces.md')
const STANDARDS = ['v1', 'v2'] as const
const [SELLER, BUYER] = [parseAddress('0x5e'), parseAddress('0xb0')]

it('what each marketplace can do is written down', () => {
  const table = [headings(), ...rows()].map((cells) => cells.join(' | '))
  const written = readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
    .map((line) =>
      line
        .slice(2, -2)
        .replace(/ +\| +/g, ' | ')
        .trim(),
    )
  expect(written.slice(0, table.length)).toEqual(table)
})

function headings(): readonly string[] {
  return [
    'call',
    ...MARKETPLACES.flatMap(({ adapter }) => STANDARDS.map((standard) => `${adapter.displayName} ${standard}`)),
  ]
}

function rows(): readonly (readonly string[])[] {
  return CALLS.map((call) => [
    call,
    ...MARKETPLACES.flatMap((marketplace) => STANDARDS.map((standard) => cellOf(marketplace, call, standard))),
  ])
}

/** Yes; not at all; no longer, as the marketplace's status forbids it; or not before a transaction has shown the call. */
function cellOf(marketplace: DeployedMarketplace, call: Call, standard: TokenStandard): string {
  const single = SINGLE_OF[call]
  const open = { ...marketplace, contracts: { ...marketplace.contracts, status: 'active' as const } }
  const whole = { ...open, adapter: WHOLE.get(marketplace.adapter.id) ?? marketplace.adapter }
  if (!isBuilt(() => built(whole, call, standard))) return '–'
  if (!isBuilt(() => built(open, call, standard))) return 'unproven'
  return isOffered(marketplace, single ?? (call as Intent['kind'])) ? 'yes' : 'closed'
}

const CALLS = [
  'list',
  'list-many',
  'update-price',
  'update-price-many',
  'list-and-update',
  'delist',
  'delist-many',
  'buy',
  'buy-many',
  'place-token-offer',
  'place-collection-offer',
  'cancel-token-offer',
  'cancel-collection-offer',
  'accept-token-offer',
  'accept-collection-offer',
] as readonly Call[]
type Call = Exclude<keyof PayloadBuilders, 'list-on-terms-many' | 'update-terms-many'>

/** The single action of each call for many; its status rules apply. */
const SINGLE_OF: Readonly<Partial<Record<Call, Intent['kind']>>> = {
  'list-many': 'list',
  'update-price-many': 'update-price',
  'list-and-update': 'list',
  'delist-many': 'delist',
  'buy-many': 'buy',
}

function built(marketplace: DeployedMarketplace, call: Call, standard: TokenStandard): unknown {
  const { adapter, contracts } = marketplace
  const { payload } = adapter
  const token = TOKENS[standard]
  const listing = { listingId: parseAddress('0x11'), token, seller: SELLER, priceOctas: 5n }
  const [listed, moved] = [[{ token, priceOctas: 5n }], [{ listing, priceOctas: 6n }]]
  switch (call) {
    case 'list-many':
      return payload[call]?.(contracts, listed)
    case 'update-price-many':
      return payload[call]?.(contracts, moved)
    case 'list-and-update':
      return payload[call]?.(contracts, listed, moved)
    case 'delist-many':
    case 'buy-many':
      return payload[call]?.(contracts, [listing])
    default:
      return buildPayload(marketplace, intentOf(call, standard, listing))
  }
}

function intentOf(
  kind: Intent['kind'],
  standard: TokenStandard,
  listing: Extract<Intent, { kind: 'buy' }>['listing'],
): Intent {
  const token = TOKENS[standard]
  const offer = { offerId: standard === 'v1' ? '42' : parseAddress('0x0f'), buyer: BUYER, priceOctas: 5n }
  const terms = { priceOctas: 5n, expiresAtSeconds: 1_800_000_000n }
  const parts = { token, listing, offer, collection: COLLECTIONS[standard], amount: 1n, ...terms }
  return { kind, ...parts } as unknown as Intent
}

const NAMES = { creatorAddress: parseAddress('0xa1'), collectionName: 'Tide Pools' }
const TOKENS: Readonly<Record<TokenStandard, TokenRef>> = {
  v1: { standard: 'v1', tokenDataId: parseAddress('0x99'), ...NAMES, tokenName: 'Tide Pool #1', propertyVersion: 0n },
  v2: { standard: 'v2', tokenDataId: parseAddress('0x71') },
}
const COLLECTIONS: Readonly<Record<TokenStandard, CollectionRef>> = {
  v1: { standard: 'v1', collectionId: parseAddress('0xc00'), ...NAMES },
  v2: { standard: 'v2', collectionId: parseAddress('0xc01') },
}
