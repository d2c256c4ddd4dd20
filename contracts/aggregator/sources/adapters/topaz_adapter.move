/// Topaz: v1 tokens, by seller and token. The marketplace itself refuses another price than the one named.
module aggregator::topaz_adapter {
    use std::string::String;
    use topaz::marketplace_v2;

    friend aggregator::routes;

    /// Buys the v1 token of that name from that seller.
    public(friend) fun buy<CoinType>(
        purchaser: &signer,
        seller: address,
        price: u64,
        creator: address,
        collection: String,
        name: String,
        property_version: u64
    ) {
        marketplace_v2::buy<CoinType>(purchaser, seller, price, 1, creator, collection, name, property_version);
    }

    /// Takes the v1 token of that name back from sale.
    public(friend) fun delist<CoinType>(
        seller: &signer, creator: address, collection: String, name: String, property_version: u64
    ) {
        marketplace_v2::delist<CoinType>(seller, 1, creator, collection, name, property_version);
    }
}
