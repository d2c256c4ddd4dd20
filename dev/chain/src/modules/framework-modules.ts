import { account, aptosAccount } from './account.ts'
import { ANS_MODULES } from './ans/ans-modules.ts'
import { aptosToken } from './aptos-token.ts'
import { block, chainId, chainStatus, signer, timestamp } from './chain-modules.ts'
import { aptosCoin, coin, managedCoin } from './coin.ts'
import { collection } from './collection.ts'
import { dispatchableFungibleAsset, fungibleAsset, primaryFungibleStore } from './fungible-asset.ts'
import { gear } from './gear/gear.ts'
import type { MoveModule } from './move-module.ts'
import { object } from './object.ts'
import { propertyMap } from './property-map.ts'
import { royalty } from './royalty.ts'
import { token } from './token.ts'
import { propertyMapV1 } from './token-v1/property-map-v1.ts'
import { tokenEventStore } from './token-v1/token-event-store.ts'
import { tokenTransfers } from './token-v1/token-transfers.ts'
import { tokenV1 } from './token-v1/token-v1.ts'

/** The framework as this chain has it: what wallets, the SDK and the marketplaces call; the name service; a game. */
export const FRAMEWORK_MODULES: readonly MoveModule[] = [
  account,
  aptosAccount,
  aptosCoin,
  block,
  chainId,
  chainStatus,
  coin,
  dispatchableFungibleAsset,
  fungibleAsset,
  managedCoin,
  object,
  primaryFungibleStore,
  signer,
  timestamp,
  propertyMapV1,
  tokenV1,
  tokenEventStore,
  tokenTransfers,
  aptosToken,
  collection,
  propertyMap,
  royalty,
  token,
  ...ANS_MODULES,
  gear,
]
