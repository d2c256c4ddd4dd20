// @vitest-environment happy-dom
import BidsTab from '../../features/portfolio/bids/bids-tab.tsx'
import { CollectionsAside } from '../../features/portfolio/items/collections-aside.tsx'
import ItemsTab from '../../features/portfolio/items/items-tab.tsx'
import ListingsTab from '../../features/portfolio/listings/listings-tab.tsx'
import LotsTab from '../../features/portfolio/lots/lots-tab.tsx'
import { collectionsQuery, itemsChoice, itemsQuery, listingsChoice } from '../../features/portfolio/portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW as VIEW } from '../../features/portfolio/portfolio-view.ts'
import ClaimableTab from '../../features/portfolio/tabs/claimable-tab.tsx'
import { bidsQuery, claimsQuery, listingsQuery, lotsQuery } from '../../features/portfolio/tabs/tab-queries.ts'
import { ME, testingItem, testingListing } from '../../testing/testing-item.ts'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import { API, ID, idOf, nothing, testSharedRows } from './testing/endless-list.ts'

const listed = { ...VIEW, tab: 'listings' as const }

testSharedRows({
  'collections held': {
    list: <CollectionsAside wallet={ME} chosen={null} search="" onChoose={nothing} onSearch={nothing} />,
    key: collectionsQuery(API, ME, '').queryKey,
    row: (n) => ({
      collectionId: idOf(n),
      name: `Row ${n}`,
      image: null,
      isVerified: false,
      slug: `row-${n}`,
      tokenStandard: 'v2',
      floorPrice: null,
      topBid: null,
      listed: '1',
      ownFloor: null,
      floorVersion: null,
      value: '1',
      tokenCount: '1',
      isSpam: false,
    }),
  },
  items: {
    list: <ItemsTab wallet={ME} view={VIEW} onViewChange={nothing} renderDialog={() => null} />,
    key: itemsQuery(API, ME, itemsChoice(VIEW)).queryKey,
    row: (n) => testingItem(idOf(n), { name: `Row ${n}` }),
  },
  listings: {
    list: <ListingsTab wallet={ME} view={listed} onViewChange={nothing} />,
    key: listingsQuery(API, ME, listingsChoice(listed, MARKETPLACES)).queryKey,
    row: (n) => testingItem(idOf(n), { name: `Row ${n}`, ownListings: [testingListing(idOf(n))] }),
    table: 'Listings',
  },
  lots: {
    list: <LotsTab wallet={ME} view={VIEW} onViewChange={nothing} />,
    key: lotsQuery(API, ME, { lots: VIEW.lots, cost: VIEW.cost, collection: VIEW.collection }).queryKey,
    row: (n) => ({
      id: String(n),
      tokenDataId: idOf(n),
      tokenName: `Row ${n}`,
      tokenImage: null,
      propertyVersion: '0',
      collectionId: ID,
      collectionName: 'Stones',
      amount: '1',
      cost: null,
      released: null,
      proceeds: null,
      estimate: null,
      gain: null,
      acquired: { by: 'mint', version: '1', atMicros: '1', transactionHash: null },
    }),
  },
  'bids made': {
    list: <BidsTab wallet={ME} type="made" view={VIEW} onViewChange={nothing} />,
    key: bidsQuery(API, ME, { type: 'made', sort: 'net', collection: null }).queryKey,
    row: (n) => ({
      name: `Row ${n}`,
      image: null,
      collectionId: ID,
      collectionName: 'Stones',
      collectionImage: null,
      tokenDataId: idOf(n),
      tokenStandard: 'v2',
      bidPrice: '90000000',
      floorPrice: null,
      total: '1',
      date: '1',
      fillable: '1',
      isPooled: false,
      setRoot: null,
      setSize: null,
      setCondition: null,
      programId: ID,
      marketplace: 'opal',
      offerId: idOf(n),
      buyer: ME,
      buyerName: null,
      tokenBid: true,
      expirationTime: null,
      expired: false,
      executable: 'True',
      netOctas: null,
    }),
    table: 'Bids made',
  },
  'offers to claim': {
    list: <ClaimableTab wallet={ME} collection={null} />,
    key: claimsQuery(API, ME, null).queryKey,
    row: (n) => ({
      collection_id: ID,
      collection_name: 'Stones',
      creator_address: ID,
      token_data_id: idOf(n),
      name: `Row ${n}`,
      from_address: ID,
      property_version: '0',
      token_uri: '',
      image: null,
      amount: '1',
      rarity: null,
      collection_supply: 10,
      listed_price: null,
      top_bid: null,
    }),
    table: 'Claimable',
  },
})
