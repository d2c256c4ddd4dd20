import type { Address } from '@opal/domain/address'
import { asExecution, entry, KEYED, STRING, struct, TOKEN_OBJECTS, view } from '../define.ts'
import type { MoveContext, MoveFunction, MoveModule, MoveResource, MoveValue } from '../move-module.ts'
import {
  APTOS_COLLECTION_FUNCTIONS,
  aptosCollectionAt,
  aptosTokenAbort,
  assertRule,
  type CollectionRule,
  notCreator,
  notMutable,
} from './aptos-collection.ts'
import { APTOS_TOKEN, MINT_FUNCTIONS } from './aptos-token-mint.ts'
import { creatorOf } from './collection.ts'
import {
  addProperty,
  encodedProperty,
  PROPERTY_MAP,
  removeProperty,
  typedProperty,
  updateProperty,
} from './property-map.ts'
import { burnToken, collectionOf, setTokenField, type TokenField } from './token.ts'

const OBJECT = '0x1::object::Object<T0>'
const KEYED_AND_VALUE = [['key'], ['drop']]

/** The framework's ready-made collections and tokens, which the SDK's digital-asset calls use. @source 0x4::aptos_token */
export const aptosToken: MoveModule = {
  address: TOKEN_OBJECTS,
  name: 'aptos_token',
  structs: [
    struct('AptosCollection', {
      mutator_ref: '0x1::option::Option<0x4::collection::MutatorRef>',
      royalty_mutator_ref: '0x1::option::Option<0x4::royalty::MutatorRef>',
      mutable_description: 'bool',
      mutable_uri: 'bool',
      mutable_token_description: 'bool',
      mutable_token_name: 'bool',
      mutable_token_properties: 'bool',
      mutable_token_uri: 'bool',
      tokens_burnable_by_creator: 'bool',
      tokens_freezable_by_creator: 'bool',
    }),
    struct('AptosToken', {
      burn_ref: '0x1::option::Option<0x4::token::BurnRef>',
      transfer_ref: '0x1::option::Option<0x1::object::TransferRef>',
      mutator_ref: '0x1::option::Option<0x4::token::MutatorRef>',
      property_mutator_ref: '0x4::property_map::MutatorRef',
    }),
  ],
  functions: [
    ...APTOS_COLLECTION_FUNCTIONS,
    ...MINT_FUNCTIONS,
    entry('burn', ['&signer', OBJECT], (context, _types, args) => burn(context, args[0] as Address), KEYED),
    entry('freeze_transfer', ['&signer', OBJECT], setFrozen(true), KEYED),
    entry('unfreeze_transfer', ['&signer', OBJECT], setFrozen(false), KEYED),
    setter('set_description', 'description', 'mutable_token_description'),
    setter('set_name', 'name', 'mutable_token_name'),
    setter('set_uri', 'uri', 'mutable_token_uri'),
    entry('add_property', ['&signer', OBJECT, STRING, STRING, 'vector<u8>'], encoded(addProperty), KEYED),
    entry('update_property', ['&signer', OBJECT, STRING, STRING, 'vector<u8>'], encoded(updateProperty), KEYED),
    entry('add_typed_property', ['&signer', OBJECT, STRING, 'T1'], typed(addProperty), KEYED_AND_VALUE),
    entry('update_typed_property', ['&signer', OBJECT, STRING, 'T1'], typed(updateProperty), KEYED_AND_VALUE),
    entry(
      'remove_property',
      ['&signer', OBJECT, STRING],
      (context, _types, args) => {
        const [object, key] = args as readonly [Address, string]
        assertPropertiesMutable(context, object)
        removeProperty(context, object, key)
      },
      KEYED,
    ),
    tokenRuleView('are_properties_mutable', 'mutable_token_properties'),
    tokenRuleView('is_mutable_description', 'mutable_token_description'),
    tokenRuleView('is_mutable_name', 'mutable_token_name'),
    tokenRuleView('is_mutable_uri', 'mutable_token_uri'),
    tokenRuleView('is_freezable_by_creator', 'tokens_freezable_by_creator'),
    view(
      'is_burnable',
      [OBJECT],
      ['bool'],
      (context, _types, args) => {
        return [isFilled(tokenRefsAt(context, args[0] as Address).burn_ref)]
      },
      KEYED,
    ),
  ],
}

function burn(context: MoveContext, object: Address): void {
  if (!isFilled(ownToken(context, object).burn_ref)) {
    throw aptosTokenAbort('permission-denied', 4n, 'ETOKEN_NOT_BURNABLE', 'Attempted to burn a non-burnable token')
  }
  context.removeResource(object, APTOS_TOKEN)
  context.removeResource(object, PROPERTY_MAP)
  burnToken(context, object)
}

function setFrozen(frozen: boolean): MoveFunction['run'] {
  return (context, _types, args) => {
    const [object] = args as readonly [Address]
    const refs = ownToken(context, object)
    assertRule(rulesOf(context, object), 'tokens_freezable_by_creator')
    if (!isFilled(refs.transfer_ref)) throw notMutable()
    asExecution(context).setUngatedTransfer(object, !frozen)
  }
}

function setter(name: string, field: TokenField, rule: CollectionRule): MoveFunction {
  const run: MoveFunction['run'] = (context, _types, args) => {
    const [object, value] = args as readonly [Address, string]
    assertRule(rulesOf(context, object), rule)
    ownToken(context, object)
    setTokenField(context, object, field, value)
  }
  return entry(name, ['&signer', OBJECT, STRING], run, KEYED)
}

type PropertyWriter = typeof addProperty

function encoded(write: PropertyWriter): MoveFunction['run'] {
  return (context, _types, args) => {
    const [object, key, type, value] = args as readonly [Address, string, string, Uint8Array]
    assertPropertiesMutable(context, object)
    write(context, object, key, encodedProperty(type, value))
  }
}

function typed(write: PropertyWriter): MoveFunction['run'] {
  return (context, types, args) => {
    const [object, key, value] = args as readonly [Address, string, MoveValue]
    assertPropertiesMutable(context, object)
    write(context, object, key, typedProperty(types[1] ?? '', value))
  }
}

function assertPropertiesMutable(context: MoveContext, object: Address): void {
  ownToken(context, object)
  if (rulesOf(context, object).mutable_token_properties === true) return
  const text = 'Attempted to mutate a property map that is not mutable'
  throw aptosTokenAbort('permission-denied', 5n, 'EPROPERTIES_NOT_MUTABLE', text)
}

/** Returns the token's refs, for its creator. @source 0x4::aptos_token::authorized_borrow */
function ownToken(context: MoveContext, object: Address): MoveResource {
  const refs = tokenRefsAt(context, object)
  if (creatorOf(context, collectionOf(context, object)) !== context.sender) throw notCreator()
  return refs
}

function tokenRefsAt(context: MoveContext, object: Address): MoveResource {
  const found = context.getResource(object, APTOS_TOKEN)
  if (found === null) throw aptosTokenAbort('not-found', 1n, 'ETOKEN_DOES_NOT_EXIST', 'The token does not exist')
  return found
}

function rulesOf(context: MoveContext, object: Address): MoveResource {
  return aptosCollectionAt(context, collectionOf(context, object))
}

function isFilled(option: unknown): boolean {
  return (option as { vec: readonly unknown[] }).vec.length > 0
}

function tokenRuleView(name: string, rule: CollectionRule): MoveFunction {
  return view(
    name,
    [OBJECT],
    ['bool'],
    (context, _types, args) => [rulesOf(context, args[0] as Address)[rule] === true],
    KEYED,
  )
}
