import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { MoveModule, MoveStruct } from '../../modules/move-module.ts'

/** Fields in the order in which the framework's source declares them. */
type Fields = readonly (readonly [name: string, type: string])[]

/**
 * Layouts of structs that resources and events hold, but that no module of this chain describes to clients.
 * @source aptos-framework, aptos-stdlib and aptos-token-objects, the struct declarations
 */
const LAYOUTS: Readonly<Record<string, Fields>> = {
  '0x1::account::CapabilityOffer': [['for', '0x1::option::Option<address>']],
  '0x1::account::RotationCapability': [['account', 'address']],
  '0x1::account::SignerCapability': [['account', 'address']],
  '0x1::aggregator::Aggregator': [
    ['handle', 'address'],
    ['key', 'address'],
    ['limit', 'u128'],
  ],
  '0x1::aggregator_v2::Aggregator': [
    ['value', 'T0'],
    ['max_value', 'T0'],
  ],
  '0x1::aggregator_v2::AggregatorSnapshot': [['value', 'T0']],
  '0x1::aggregator_v2::DerivedStringSnapshot': [
    ['value', '0x1::string::String'],
    ['padding', 'vector<u8>'],
  ],
  '0x1::any::Any': [
    ['type_name', '0x1::string::String'],
    ['data', 'vector<u8>'],
  ],
  '0x1::block::NewBlockEvent': [
    ['hash', 'address'],
    ['epoch', 'u64'],
    ['round', 'u64'],
    ['height', 'u64'],
    ['previous_block_votes_bitvec', 'vector<u8>'],
    ['proposer', 'address'],
    ['failed_proposer_indices', 'vector<u64>'],
    ['time_microseconds', 'u64'],
  ],
  '0x1::block::UpdateEpochIntervalEvent': [
    ['old_epoch_interval', 'u64'],
    ['new_epoch_interval', 'u64'],
  ],
  '0x1::coin::Coin': [['value', 'u64']],
  '0x1::coin::CoinInfo': [
    ['name', '0x1::string::String'],
    ['symbol', '0x1::string::String'],
    ['decimals', 'u8'],
    ['supply', '0x1::option::Option<0x1::optional_aggregator::OptionalAggregator>'],
  ],
  '0x1::coin::PairedCoinType': [['type', '0x1::type_info::TypeInfo']],
  '0x1::coin::PairedFungibleAssetRefs': [
    ['mint_ref_opt', '0x1::option::Option<0x1::fungible_asset::MintRef>'],
    ['transfer_ref_opt', '0x1::option::Option<0x1::fungible_asset::TransferRef>'],
    ['burn_ref_opt', '0x1::option::Option<0x1::fungible_asset::BurnRef>'],
  ],
  '0x1::event::EventHandle': [
    ['counter', 'u64'],
    ['guid', '0x1::guid::GUID'],
  ],
  '0x1::fungible_asset::BurnRef': [['metadata', '0x1::object::Object<0x1::fungible_asset::Metadata>']],
  '0x1::fungible_asset::MintRef': [['metadata', '0x1::object::Object<0x1::fungible_asset::Metadata>']],
  '0x1::fungible_asset::TransferRef': [['metadata', '0x1::object::Object<0x1::fungible_asset::Metadata>']],
  '0x1::guid::GUID': [['id', '0x1::guid::ID']],
  '0x1::guid::ID': [
    ['creation_num', 'u64'],
    ['addr', 'address'],
  ],
  '0x1::object::DeleteRef': [['self', 'address']],
  '0x1::object::DeriveRef': [['self', 'address']],
  '0x1::object::ExtendRef': [['self', 'address']],
  '0x1::object::TransferRef': [['self', 'address']],
  '0x1::optional_aggregator::Integer': [
    ['value', 'u128'],
    ['limit', 'u128'],
  ],
  '0x1::optional_aggregator::OptionalAggregator': [
    ['aggregator', '0x1::option::Option<0x1::aggregator::Aggregator>'],
    ['integer', '0x1::option::Option<0x1::optional_aggregator::Integer>'],
  ],
  '0x1::reconfiguration::Configuration': [
    ['epoch', 'u64'],
    ['last_reconfiguration_time', 'u64'],
    ['events', '0x1::event::EventHandle<0x1::reconfiguration::NewEpochEvent>'],
  ],
  '0x1::reconfiguration::NewEpochEvent': [['epoch', 'u64']],
  '0x1::simple_map::Element': [
    ['key', 'T0'],
    ['value', 'T1'],
  ],
  '0x1::simple_map::SimpleMap': [['data', 'vector<0x1::simple_map::Element<T0, T1>>']],
  '0x1::table::Table': [['handle', 'address']],
  '0x1::table_with_length::TableWithLength': [
    ['inner', '0x1::table::Table<T0, T1>'],
    ['length', 'u64'],
  ],
  '0x1::transaction_fee::FeeStatement': [
    ['total_charge_gas_units', 'u64'],
    ['execution_gas_units', 'u64'],
    ['io_gas_units', 'u64'],
    ['storage_fee_octas', 'u64'],
    ['storage_fee_refund_octas', 'u64'],
  ],
  '0x4::collection::MutatorRef': [['self', 'address']],
  '0x4::property_map::MutatorRef': [['self', 'address']],
  '0x4::royalty::MutatorRef': [['inner', '0x1::object::ExtendRef']],
  '0x4::token::BurnRef': [
    ['inner', '0x1::option::Option<0x1::object::DeleteRef>'],
    ['self', '0x1::option::Option<address>'],
  ],
  '0x4::token::MutatorRef': [['self', 'address']],
  '0x1::type_info::TypeInfo': [
    ['account_address', 'address'],
    ['module_name', 'vector<u8>'],
    ['struct_name', 'vector<u8>'],
  ],
}

/** Modules of {@link LAYOUTS}, by `address::name`: structs and nothing else. */
const PLAIN_MODULES: ReadonlyMap<string, MoveModule> = new Map(
  Map.groupBy(Object.entries(LAYOUTS), ([id]) => id.slice(0, id.lastIndexOf('::')))
    .entries()
    .map(([name, entries]) => [name, moduleOf(name, entries)]),
)

/** Returns struct layouts of a module that it does not declare itself. */
export function plainModule(address: Address, name: string): MoveModule | null {
  return PLAIN_MODULES.get(`${toShortAddress(address)}::${name}`) ?? null
}

function moduleOf(id: string, entries: readonly [string, Fields][]): MoveModule {
  const [address = '', name = ''] = id.split('::')
  const structs = entries.map(([struct, fields]) => structOf(struct.split('::')[2] as string, fields))
  return { address: parseAddress(address), name, functions: [], structs }
}

function structOf(name: string, fields: Fields): MoveStruct {
  return { name, abilities: [], typeParameters: 0, fields: fields.map(([field, type]) => ({ name: field, type })) }
}
