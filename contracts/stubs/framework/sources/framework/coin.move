/// Coins with supply bookkeeping left out: minted by a capability, held in stores, moved by their owner.
module aptos_framework::coin {
    use std::error;
    use std::signer;
    use std::string::String;

    /// The account has no store for this coin.
    const ECOIN_STORE_NOT_PUBLISHED: u64 = 5;
    /// The account has less than that.
    const EINSUFFICIENT_BALANCE: u64 = 6;
    /// Only an empty coin can be destroyed.
    const EDESTRUCTION_OF_NONZERO_TOKEN: u64 = 7;

    struct Coin<phantom CoinType> has store {
        value: u64
    }

    struct CoinStore<phantom CoinType> has key {
        coin: Coin<CoinType>,
        frozen: bool
    }

    struct MintCapability<phantom CoinType> has copy, store {}

    struct FreezeCapability<phantom CoinType> has copy, store {}

    struct BurnCapability<phantom CoinType> has copy, store {}

    public fun initialize<CoinType>(
        _account: &signer, _name: String, _symbol: String, _decimals: u8, _monitor_supply: bool
    ): (BurnCapability<CoinType>, FreezeCapability<CoinType>, MintCapability<CoinType>) {
        (BurnCapability<CoinType> {}, FreezeCapability<CoinType> {}, MintCapability<CoinType> {})
    }

    public fun mint<CoinType>(amount: u64, _cap: &MintCapability<CoinType>): Coin<CoinType> {
        Coin<CoinType> { value: amount }
    }

    public fun destroy_mint_cap<CoinType>(mint_cap: MintCapability<CoinType>) {
        let MintCapability<CoinType> {} = mint_cap;
    }

    public fun destroy_freeze_cap<CoinType>(freeze_cap: FreezeCapability<CoinType>) {
        let FreezeCapability<CoinType> {} = freeze_cap;
    }

    public fun destroy_burn_cap<CoinType>(burn_cap: BurnCapability<CoinType>) {
        let BurnCapability<CoinType> {} = burn_cap;
    }

    public fun is_account_registered<CoinType>(account_addr: address): bool {
        exists<CoinStore<CoinType>>(account_addr)
    }

    public fun register<CoinType>(account: &signer) {
        if (!is_account_registered<CoinType>(signer::address_of(account))) {
            move_to(account, CoinStore<CoinType> { coin: zero<CoinType>(), frozen: false });
        }
    }

    public fun balance<CoinType>(owner: address): u64 acquires CoinStore {
        if (!is_account_registered<CoinType>(owner)) return 0;
        borrow_global<CoinStore<CoinType>>(owner).coin.value
    }

    public fun withdraw<CoinType>(account: &signer, amount: u64): Coin<CoinType> acquires CoinStore {
        let owner = signer::address_of(account);
        assert!(is_account_registered<CoinType>(owner), error::not_found(ECOIN_STORE_NOT_PUBLISHED));
        extract(&mut borrow_global_mut<CoinStore<CoinType>>(owner).coin, amount)
    }

    public fun deposit<CoinType>(account_addr: address, coin: Coin<CoinType>) acquires CoinStore {
        assert!(is_account_registered<CoinType>(account_addr), error::not_found(ECOIN_STORE_NOT_PUBLISHED));
        merge(&mut borrow_global_mut<CoinStore<CoinType>>(account_addr).coin, coin);
    }

    public fun zero<CoinType>(): Coin<CoinType> {
        Coin<CoinType> { value: 0 }
    }

    public fun value<CoinType>(coin: &Coin<CoinType>): u64 {
        coin.value
    }

    public fun extract<CoinType>(coin: &mut Coin<CoinType>, amount: u64): Coin<CoinType> {
        assert!(coin.value >= amount, error::invalid_argument(EINSUFFICIENT_BALANCE));
        coin.value = coin.value - amount;
        Coin<CoinType> { value: amount }
    }

    public fun extract_all<CoinType>(coin: &mut Coin<CoinType>): Coin<CoinType> {
        let amount = coin.value;
        extract(coin, amount)
    }

    public fun merge<CoinType>(dst_coin: &mut Coin<CoinType>, source_coin: Coin<CoinType>) {
        let Coin<CoinType> { value } = source_coin;
        dst_coin.value = dst_coin.value + value;
    }

    public fun destroy_zero<CoinType>(zero_coin: Coin<CoinType>) {
        let Coin<CoinType> { value } = zero_coin;
        assert!(value == 0, error::invalid_argument(EDESTRUCTION_OF_NONZERO_TOKEN));
    }
}
