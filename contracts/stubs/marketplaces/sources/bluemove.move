/// v1 tokens for APT; a listing is known by its token.
module bluemove::marketplaceV2 {
    use std::string::String;
    use std::vector;
    use aptos_framework::aptos_coin::AptosCoin;
    use marketplace_stubs::shelf;

    public entry fun batch_list_script(
        seller: &signer,
        creators: vector<address>,
        collections: vector<String>,
        names: vector<String>,
        prices: vector<u64>,
        property_versions: vector<u64>
    ) {
        for (i in 0..vector::length(&creators)) {
            let id = shelf::id_of(creators[i], collections[i], names[i], property_versions[i]);
            shelf::put(@bluemove, seller, id, prices[i]);
        };
    }

    public entry fun batch_delist_script(
        seller: &signer,
        creators: vector<address>,
        collections: vector<String>,
        names: vector<String>,
        property_versions: vector<u64>
    ) {
        for (i in 0..vector::length(&creators)) {
            let id = shelf::id_of(creators[i], collections[i], names[i], property_versions[i]);
            shelf::take_back(@bluemove, seller, id);
        };
    }

    public entry fun batch_buy_script(
        buyer: &signer,
        creators: vector<address>,
        collections: vector<String>,
        names: vector<String>,
        property_versions: vector<u64>
    ) {
        for (i in 0..vector::length(&creators)) {
            let id = shelf::id_of(creators[i], collections[i], names[i], property_versions[i]);
            shelf::buy<AptosCoin>(@bluemove, buyer, id);
        };
    }

    /// Known by its arguments alone.
    public entry fun accept_offer(
        _seller: &signer, _offer: u64, _creator: address, _collection: String, _name: String, _property_version: u64
    ) {
        abort 0
    }

    /// Known by its arguments alone.
    public entry fun accept_offer_collection(
        _seller: &signer, _offer: u64, _creator: address, _collection: String, _name: String, _property_version: u64
    ) {
        abort 0
    }
}

/// The order object of v2 tokens.
module bluemove_v2::listing {
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::Token;
    use marketplace_stubs::shelf::{Self, Stand};

    friend bluemove_v2::coin_listing;

    struct Listing has key {
        stand: Stand
    }

    public(friend) fun init(seller: &signer, token: Object<Token>, price: u64) {
        let (listing_signer, stand) = shelf::stand(seller, token, price);
        move_to(&listing_signer, Listing { stand });
    }

    public(friend) fun buy<CoinType>(buyer: &signer, listing: Object<Listing>, price: u64) acquires Listing {
        let Listing { stand } = move_from<Listing>(object::object_address(&listing));
        shelf::require_price(&stand, price);
        shelf::buy_from_stand<CoinType>(buyer, stand);
    }
}

/// v2 tokens; a purchase names the price it expects.
module bluemove_v2::coin_listing {
    use std::vector;
    use aptos_framework::object::{Self, Object};
    use bluemove_v2::listing::{Self, Listing};

    public entry fun purchase<CoinType>(buyer: &signer, listing: Object<Listing>, price: u64) {
        listing::buy<CoinType>(buyer, listing, price);
    }

    public entry fun batch_buy_token_v2<ListingType: key, CoinType>(
        buyer: &signer, listings: vector<Object<ListingType>>, prices: vector<u64>
    ) {
        for (i in 0..vector::length(&listings)) {
            purchase<CoinType>(buyer, object::convert<ListingType, Listing>(listings[i]), prices[i]);
        };
    }

    #[test_only]
    use aptos_token_objects::token::Token;

    #[test_only]
    public fun list(seller: &signer, token: Object<Token>, price: u64) {
        listing::init(seller, token, price);
    }
}

/// Offers for one v2 token. Known by their arguments alone.
module bluemove_v2::token_offer {
    use std::option::Option;
    use aptos_framework::object::Object;
    use bluemove_v2::listing::Listing;

    struct TokenOffer has key {}

    public entry fun sell_instantly_token_v2<CoinType>(
        _seller: &signer, _offer: Object<TokenOffer>, _listing: Option<Object<Listing>>
    ) {
        abort 0
    }
}

/// Offers for any token of a v2 collection. Known by their arguments alone.
module bluemove_v2::collection_offer {
    use aptos_framework::object::Object;
    use aptos_token_objects::token::Token;

    struct CollectionOffer has key {}

    public entry fun sell_tokenv2<CoinType>(
        _seller: &signer, _offer: Object<CollectionOffer>, _token: Object<Token>
    ) {
        abort 0
    }
}
