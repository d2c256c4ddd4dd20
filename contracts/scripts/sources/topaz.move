/// Sells the v1 token that a bid wants.
script {
    use std::string::String;
    use aptos_framework::aptos_coin::AptosCoin;
    use topaz::bid_any;
    use guard::balance;

    fun topaz_sell_to_token_bid_v1(
        seller: &signer,
        bid: u64,
        amount: u64,
        creator: address,
        collection: String,
        name: String,
        property_version: u64,
        least: u64
    ) {
        balance::receive_at_least(
            seller,
            least,
            || bid_any::sell<AptosCoin>(seller, bid, amount, creator, collection, name, property_version)
        );
    }
}

/// Sells a v1 token into a bid for its collection.
script {
    use std::string::String;
    use aptos_framework::aptos_coin::AptosCoin;
    use topaz::collection_marketplace;
    use guard::balance;

    fun topaz_sell_to_collection_bid_v1(
        seller: &signer,
        bid: u64,
        amount: u64,
        creator: address,
        collection: String,
        name: String,
        property_version: u64,
        least: u64
    ) {
        balance::receive_at_least(
            seller,
            least,
            || collection_marketplace::fill<AptosCoin>(seller, bid, amount, creator, collection, name, property_version)
        );
    }
}
