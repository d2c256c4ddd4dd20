/// One deposit per bidder and coin, which backs any number of pool offers. A pool lies in its bidder's own account:
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

    /// The money behind a bidder's pool offers; at the bidder's account.
    struct BidPool<phantom CoinType> has key {
        coins: Coin<CoinType>
    }

    /// Moves `amount` of the bidder's coins into their pool, which is opened by the first deposit.
    public entry fun deposit<CoinType>(bidder: &signer, amount: u64) acquires BidPool {
        assert!(amount > 0, error::invalid_argument(EAMOUNT_IS_ZERO));
        let at = signer::address_of(bidder);
        let coins = coin::withdraw<CoinType>(bidder, amount);
        if (exists<BidPool<CoinType>>(at)) {
            coin::merge(&mut BidPool<CoinType>[at].coins, coins);
        } else {
            move_to(bidder, BidPool<CoinType> { coins });
        };
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

    /// Takes the price of a sale out of a bidder's pool.
    public(friend) fun take<CoinType>(bidder: address, amount: u64): Coin<CoinType> acquires BidPool {
        assert!(exists<BidPool<CoinType>>(bidder), error::not_found(ENO_POOL));
        let coins = &mut BidPool<CoinType>[bidder].coins;
        assert!(coin::value(coins) >= amount, error::invalid_state(EPOOL_TOO_SMALL));
        coin::extract(coins, amount)
    }
}
