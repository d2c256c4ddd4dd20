import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveModule, TokenIdV1 } from '../../modules/move-module.ts'
import { TOKEN_ID_PARAMETERS, tokenIdArgument } from '../../modules/token-v1/token-arguments.ts'
import { TOKEN_ID, tokenIdJson } from '../../modules/token-v1/token-data.ts'
import { mergeTokens, TOKEN, TOKEN_STORE } from '../../modules/token-v1/token-store.ts'
import { entry, resource, value } from '../aptos-example/move-function.ts'
import { emitEvent } from './events-module.ts'
import { type Package, refusal, tableIn } from './package.ts'

const STORE = 'inbox::Inboxes'

/**
 * Returns `inbox`: tokens that their buyers could not receive wait here. `offer_script`, a way to give tokens away, is left out.
 * @source inbox::claim_script, third-party clients; what it stores is ours
 */
export function inboxModule(own: Package): MoveModule {
  return {
    address: own.contracts.packageAddress,
    name: 'inbox',
    genesis: (context) =>
      context.putResource(own.contracts.packageAddress, `${own.prefix}::${STORE}`, {
        tokens: { handle: toShortAddress(context.newTable()) },
      }),
    structs: [
      value('InboxKey', [
        ['receiver', 'address'],
        ['token_id', TOKEN_ID],
      ]),
      resource('Inboxes', [['tokens', `0x1::table::Table<${own.prefix}::inbox::InboxKey, ${TOKEN}>`]]),
    ],
    functions: [
      entry('claim_script', TOKEN_ID_PARAMETERS, (context, _types, args) =>
        claim(context, own, tokenIdArgument(args, 0)),
      ),
    ],
  }
}

/** Hands a sold token over: into the buyer's store where it is open to others, else into the inbox. */
export function deliver(context: MoveContext, own: Package, to: Address, token: TokenIdV1, held: JsonObject): void {
  if (context.getResource(to, TOKEN_STORE)?.direct_transfer === true) {
    context.directDepositToken(to, held)
    return
  }
  const tokens = tokensOf(context, own)
  const waiting = tokens.get(keyOf(to, token))
  tokens.put(keyOf(to, token), waiting === null ? held : mergeTokens(waiting, held))
}

function claim(context: MoveContext, own: Package, token: TokenIdV1): void {
  const receiver = context.sender
  const tokens = tokensOf(context, own)
  const held = tokens.get(keyOf(receiver, token))
  if (held === null) throw refusal(own, 'inbox', 'ENO_CLAIM')
  tokens.remove(keyOf(receiver, token))
  context.depositToken(receiver, held)
  emitEvent(context, own, 'ClaimEvent', { receiver: toShortAddress(receiver), token_id: tokenIdJson(token) })
}

function tokensOf(context: MoveContext, own: Package) {
  return tableIn(context, own, STORE, 'tokens', { keyType: `${own.prefix}::inbox::InboxKey`, valueType: TOKEN })
}

function keyOf(receiver: Address, token: TokenIdV1): JsonObject {
  return { receiver: toShortAddress(receiver), token_id: tokenIdJson(token) }
}
