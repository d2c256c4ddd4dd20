/// v1 tokens; a listing is known by its token and seller.
module topaz::marketplace_v2 {
    use std::string::String;
    use marketplace_stubs::shelf;

    /// The seller asks another price.
    const EOTHER_PRICE: u64 = 1;

    public entry fun list<CoinType>(
        seller: &signer,
        price: u64,
        _amount: u64,
        creator: address,
        collection: String,
        name: String,
        property_version: u64
    ) {
        shelf::put(@topaz, seller, shelf::id_of(creator, collection, name, property_version), price);
    }

    public entry fun delist<CoinType>(
        seller: &signer, _amount: u64, creator: address, collection: String, name: String, property_version: u64
    ) {
        shelf::take_back(@topaz, seller, shelf::id_of(creator, collection, name, property_version));
    }

    public entry fun buy<CoinType>(
        buyer: &signer,
        _seller: address,
        price: u64,
        _amount: u64,
        creator: address,
        collection: String,
        name: String,
        property_version: u64
    ) {
        let id = shelf::id_of(creator, collection, name, property_version);
        assert!(shelf::buy<CoinType>(@topaz, buyer, id) == price, EOTHER_PRICE);
    }
}

/// Bids for one v1 token, which are counted. Known by their arguments alone.
module topaz::bid_any {
    use std::string::String;

    public entry fun sell<CoinType>(
        _seller: &signer, _bid: u64, _amount: u64, _creator: address, _collection: String, _name: String,
        _property_version: u64
    ) {
        abort 0
    }
}

/// Bids for any token of a v1 collection, which are counted. Known by their arguments alone.
module topaz::collection_marketplace {
    use std::string::String;

    public entry fun fill<CoinType>(
        _seller: &signer, _bid: u64, _amount: u64, _creator: address, _collection: String, _name: String,
        _property_version: u64
    ) {
        abort 0
    }
}
