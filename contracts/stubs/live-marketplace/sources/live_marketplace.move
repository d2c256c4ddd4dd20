/// The package that is live on mainnet, as far as guard scripts call it: its arguments, and nothing that it does.
module marketplace::listing {
    struct Listing has key {}
}

module marketplace::coin_listing {
    use aptos_framework::object::Object;
    use marketplace::listing::Listing;

    public entry fun purchase<CoinType>(_purchaser: &signer, _listing: Object<Listing>) {
        abort 0
    }

    public entry fun purchase_many<CoinType>(_purchaser: &signer, _listings: vector<Object<Listing>>) {
        abort 0
    }
}

module marketplace::token_offer {
    use std::string::String;
    use aptos_framework::object::Object;

    struct TokenOffer has key {}

    public entry fun sell_tokenv1_entry<CoinType>(
        _seller: &signer, _token_offer: Object<TokenOffer>, _token_name: String, _property_version: u64
    ) {
        abort 0
    }

    public entry fun sell_tokenv2<CoinType>(_seller: &signer, _token_offer: Object<TokenOffer>) {
        abort 0
    }
}

module marketplace::collection_offer {
    use std::string::String;
    use aptos_framework::object::Object;
    use aptos_token_objects::token::Token;

    struct CollectionOffer has key {}

    public entry fun sell_tokenv1_entry<CoinType>(
        _seller: &signer, _collection_offer: Object<CollectionOffer>, _token_name: String, _property_version: u64
    ) {
        abort 0
    }

    public entry fun sell_tokenv2<CoinType>(
        _seller: &signer, _collection_offer: Object<CollectionOffer>, _token: Object<Token>
    ) {
        abort 0
    }
}
