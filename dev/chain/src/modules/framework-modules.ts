import type { MoveModule } from '@opal/marketplaces/move-module'
import { account } from './account.ts'
import { aptosAccount } from './aptos-account.ts'
import { aptosCoin } from './aptos-coin.ts'
import { coin } from './coin.ts'

/** The framework as this chain has it. */
export const FRAMEWORK_MODULES: readonly MoveModule[] = [account, aptosAccount, coin, aptosCoin]
