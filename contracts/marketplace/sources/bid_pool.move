/// One deposit per bidder and coin, which backs many pool offers. A pool lies in its bidder's own account:
/// no code path takes from one pool for another bidder's offer.
module marketplace::bid_pool {
    use std::error;
    use std::signer;
    use aptos_std::type_info;
    use aptos_framework::aptos_account;
    use aptos_framework::coin::{Self, Coin};
    use marketplace::events;

    friend marketplace::pool_offer;

    /// The account has no pool in this coin.
    const ENO_POOL: u64 = 1;
    /// The pool holds less than is taken.
    const EPOOL_TOO_SMALL: u64 = 2;
    /// A deposit or a withdrawal needs an amount.
    const EAMOUNT_IS_ZERO: u64 = 3;
    /// The pool backs as many offers as it may.
    const ETOO_MANY_OFFERS: u64 = 4;

    /// A change of one pool changes what each of its offers can buy: readers of the chain need a bound on that work.
    const MAX_OPEN_OFFERS: u64 = 1000;

    /// The money behind a bidder's pool offers; at the bidder's account.
    struct BidPool<phantom CoinType> has key {
        coins: Coin<CoinType>,
        /// Offers placed and neither filled nor cancelled.
        open_offers: u64
    }

    /// Moves `amount` of the bidder's coins into their pool, which is opened by the first deposit.
    public entry fun deposit<CoinType>(bidder: &signer, amount: u64) acquires BidPool {
        assert!(amount > 0, error::invalid_argument(EAMOUNT_IS_ZERO));
        let at = signer::address_of(bidder);
        let coins = coin::withdraw<CoinType>(bidder, amount);
        open<CoinType>(bidder);
        coin::merge(&mut BidPool<CoinType>[at].coins, coins);
        events::emit_pool_deposited(at, type_info::type_name<CoinType>(), amount, balance<CoinType>(at));
    }

    /// Returns `amount` of the pool to the bidder. Offers that the rest does not cover stay placed and can not be filled.
    public entry fun withdraw<CoinType>(bidder: &signer, amount: u64) acquires BidPool {
        assert!(amount > 0, error::invalid_argument(EAMOUNT_IS_ZERO));
        let at = signer::address_of(bidder);
        let coins = take<CoinType>(at, amount);
        aptos_account::deposit_coins(at, coins);
        events::emit_pool_withdrawn(at, type_info::type_name<CoinType>(), amount, balance<CoinType>(at));
    }

    /// Returns whatever the pool holds, also when a sale took from it a moment before.
    public entry fun withdraw_all<CoinType>(bidder: &signer) acquires BidPool {
        withdraw<CoinType>(bidder, balance<CoinType>(signer::address_of(bidder)));
    }

    #[view]
    /// Returns what the pool holds; 0 where there is none.
    public fun balance<CoinType>(bidder: address): u64 acquires BidPool {
        if (exists<BidPool<CoinType>>(bidder)) coin::value(&BidPool<CoinType>[bidder].coins) else 0
    }

    #[view]
    /// Returns how many open offers the pool backs.
    public fun open_offers<CoinType>(bidder: address): u64 acquires BidPool {
        if (exists<BidPool<CoinType>>(bidder)) BidPool<CoinType>[bidder].open_offers else 0
    }

    /// Counts an offer that is placed; opens a pool where there is none.
    public(friend) fun add_offer<CoinType>(bidder: &signer) acquires BidPool {
        open<CoinType>(bidder);
        let pool = &mut BidPool<CoinType>[signer::address_of(bidder)];
        assert!(pool.open_offers < MAX_OPEN_OFFERS, error::resource_exhausted(ETOO_MANY_OFFERS));
        pool.open_offers = pool.open_offers + 1;
    }

    /// Counts an offer no more that was filled or cancelled.
    public(friend) fun remove_offer<CoinType>(bidder: address) acquires BidPool {
        let pool = &mut BidPool<CoinType>[bidder];
        pool.open_offers = pool.open_offers - 1;
    }

    /// Takes the price of a sale out of a bidder's pool.
    public(friend) fun take<CoinType>(bidder: address, amount: u64): Coin<CoinType> acquires BidPool {
        assert!(exists<BidPool<CoinType>>(bidder), error::not_found(ENO_POOL));
        let coins = &mut BidPool<CoinType>[bidder].coins;
        assert!(coin::value(coins) >= amount, error::invalid_state(EPOOL_TOO_SMALL));
        coin::extract(coins, amount)
    }

    fun open<CoinType>(bidder: &signer) {
        if (!exists<BidPool<CoinType>>(signer::address_of(bidder))) {
            move_to(bidder, BidPool<CoinType> { coins: coin::zero<CoinType>(), open_offers: 0 });
        }
    }
}
