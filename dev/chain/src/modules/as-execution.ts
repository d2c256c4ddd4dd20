import { ExecutionContext } from '../ledger/execution-context.ts'
import type { MoveContext } from './move-module.ts'

/** The framework's modules reach deeper than marketplaces may: minting, accounts' guids, fresh addresses. */
export function asExecution(context: MoveContext): ExecutionContext {
  if (context instanceof ExecutionContext) return context
  throw new TypeError('framework modules run on the localnet only')
}
