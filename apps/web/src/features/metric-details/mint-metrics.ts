import { type ApiClient, endpointUrl } from '@opal/contract/client'
import { listMintingCollections, type MintingCollection } from '@opal/contract/collections/mints'
import { collectionPath } from '../../app/paths.ts'
import type { MetricId } from '../../entities/collection/metrics.ts'
import { formatCount } from '../../shared/format/number.ts'
import { readPages } from '../../shared/realtime/read-pages.ts'
import {
  defineMetrics,
  type MetricInput,
  type MetricSource,
  type MetricValue,
  type MetricWords,
  readEvents,
  required,
} from './metric-definition.ts'

type MintMetricId = Extract<MetricId, `mint.${string}`>

interface Spec extends MetricWords {
  readonly member: keyof MintingCollection
  readonly value: (mint: MintingCollection) => MetricValue
  readonly inputs: (mint: MintingCollection) => readonly MetricInput[]
  /** With `$ID` for the collection. */
  readonly sql: string
}

const count = (text: string): MetricValue => ({ text: formatCount(text) })
const LATEST = `(
  select to_address, at_micros from market.activities
  where collection_id = '$ID' and kind = 'mint'
  order by version desc, event_index desc limit 20000) as latest`

const SPECS: Readonly<Record<MintMetricId, Spec>> = {
  'mint.minted': {
    name: 'Minted',
    meaning: 'Tokens minted so far, including burned ones where the chain counts them.',
    formula: 'total minted as the collection’s own resource on chain has it, else its supply',
    member: 'minted',
    value: ({ minted }) => count(minted),
    inputs: ({ maxSupply }) => [
      { name: 'Maximum supply', value: maxSupply === null ? { text: 'no limit' } : count(maxSupply) },
    ],
    sql: "select coalesce(total_minted_v2, supply) from chain.current_collections_v2\njoin public_api.collections using (collection_id)\nwhere collection_id = '$ID';",
  },
  'mint.price': {
    name: 'Mint price',
    meaning: 'Price of the latest mint paid for in APT. Free mints cost 0.',
    formula: 'cost of the newest mint, among the last 20, whose cost is known',
    member: 'mintPrice',
    value: ({ mintPrice }) => ({ octas: mintPrice }),
    inputs: ({ collection }) => [{ name: 'Floor', value: { octas: collection.floorPrice } }],
    sql: "select cost_octas from market.lots\nwhere collection_id = '$ID' and acquired_by = 'mint' and cost_octas is not null\norder by acquired_version desc limit 1;",
  },
  'mint.minters': {
    name: 'Minters',
    meaning: 'Wallets that received a mint.',
    formula: 'count of distinct receivers among the last 20,000 mints',
    member: 'minters',
    value: ({ minters }) => count(minters),
    inputs: ({ minted }) => [{ name: 'Minted', value: count(minted) }],
    sql: `select count(distinct to_address) from ${LATEST};`,
  },
  'mint.today': {
    name: '1d mints',
    meaning: 'Mints whose transaction is not older than 24 hours.',
    formula: 'count of mints of the last 24 hours, among the last 20,000',
    member: 'mintedToday',
    value: ({ mintedToday }) => count(mintedToday),
    inputs: ({ minted }) => [{ name: 'Minted', value: count(minted) }],
    sql: `select count(*) from ${LATEST}\nwhere at_micros >= (extract(epoch from now()) - 86400) * 1000000;`,
  },
}

/** Metrics of a collection that is being minted. */
export const MINT_METRICS = defineMetrics(SPECS, sourceOf)

/** The most that one call answers, and calls until one is given up: the list is by the latest mint. */
const PAGE_SIZE = 50
const MAX_PAGES = 20

function sourceOf({ member, value, inputs, sql }: Spec): MetricSource {
  return {
    eventsPath: (subject) => `${collectionPath(required(subject, 'collectionId'))}?tab=activity&type=all`,
    call: (api, subject) => ({
      url: endpointUrl(api, listMintingCollections, { query: { take: PAGE_SIZE } }),
      member: `data[] | select(.collection.collectionId == "${required(subject, 'collectionId')}") | .${member}`,
    }),
    sql: (subject) => sql.replaceAll('$ID', required(subject, 'collectionId')),
    async read(api, subject, signal) {
      const collectionId = required(subject, 'collectionId')
      const [mint, events] = await Promise.all([
        readMint(api, collectionId, signal),
        readEvents(api, { collectionId }, 'mint', signal),
      ])
      return { value: value(mint), inputs: inputs(mint), events, version: mint.collection.version }
    },
  }
}

async function readMint(api: ApiClient, collectionId: string, signal: AbortSignal): Promise<MintingCollection> {
  const isWanted = ({ collection }: MintingCollection) => collection.collectionId === collectionId
  const { rows } = await readPages(
    (cursor) => api(listMintingCollections, { query: { take: PAGE_SIZE, ...cursor } }, { signal }),
    { maxPages: MAX_PAGES, goOn: ({ data }) => !data.some(isWanted) },
  )
  const found = rows.find(isWanted)
  if (found === undefined) throw new Error('This collection has not been minted recently.')
  return found
}
