/// Compares the signer's balance with their limits: the maximum that a purchase takes, the minimum that a sale
/// brings. Prices, royalties and commission may change between a wallet's simulation and the block; these calls abort then.
module marketplace::balance_guard {
    use std::error;
    use std::signer;
    use aptos_framework::coin;

    friend marketplace::coin_listing;
    friend marketplace::token_offer;
    friend marketplace::collection_offer;
    friend marketplace::pool_offer;

    /// The purchase costs more than the buyer agreed to.
    const EPAID_TOO_MUCH: u64 = 1;
    /// The sale brings less than the seller agreed to.
    const ERECEIVED_TOO_LITTLE: u64 = 2;

    /// Reads the signer's balance of a coin before a trade.
    public(friend) fun balance<CoinType>(who: &signer): u64 {
        coin::balance<CoinType>(signer::address_of(who))
    }

    /// Aborts when the signer has lost more than `most` since they had `before`.
    public(friend) fun require_paid_at_most<CoinType>(who: &signer, before: u64, most: u64) {
        let left = balance<CoinType>(who);
        assert!(left >= before || before - left <= most, error::invalid_state(EPAID_TOO_MUCH));
    }

    /// Aborts unless the signer has gained `least` or more since they had `before`.
    public(friend) fun require_received_at_least<CoinType>(who: &signer, before: u64, least: u64) {
        let now = balance<CoinType>(who);
        assert!(now >= before && now - before >= least, error::invalid_state(ERECEIVED_TOO_LITTLE));
    }
}
