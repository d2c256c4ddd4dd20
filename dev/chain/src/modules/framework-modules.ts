import { ANS_MODULES } from './ans/ans-modules.ts'
import { account, aptosAccount } from './framework/account.ts'
import { block, chainId, chainStatus, signer, timestamp } from './framework/chain-modules.ts'
import { aptosCoin, coin, managedCoin } from './framework/coin.ts'
import { dispatchableFungibleAsset, fungibleAsset, primaryFungibleStore } from './framework/fungible-asset.ts'
import { object } from './framework/object.ts'
import { gear } from './gear/gear.ts'
import type { MoveModule } from './move-module.ts'
import { aptosToken } from './token-objects/aptos-token.ts'
import { collection } from './token-objects/collection.ts'
import { propertyMap } from './token-objects/property-map.ts'
import { royalty } from './token-objects/royalty.ts'
import { token } from './token-objects/token.ts'
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
