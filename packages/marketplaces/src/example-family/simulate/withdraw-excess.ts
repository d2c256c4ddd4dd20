import { MoveAbort } from '../../move-module.ts'

/** What `coin::extract` raises when a coin holds less than is asked. @source 0x1::coin */
export function withdrawExcess(): MoveAbort {
  return new MoveAbort('0x1::coin', 0x10006n, 'EINSUFFICIENT_BALANCE', 'Not enough coins to complete transaction')
}
