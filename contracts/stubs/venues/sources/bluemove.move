/// v1 tokens for APT; a listing is known by its token.
module bluemove::marketplaceV2 {
    use std::string::String;
    use std::vector;
    use aptos_framework::aptos_coin::AptosCoin;
    use venue_stubs::shelf;

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
}

/// The order object of v2 tokens.
module bluemove_v2::listing {
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::Token;
    use venue_stubs::shelf::{Self, Stand};

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
    use aptos_framework::object::Object;
    use bluemove_v2::listing::{Self, Listing};

    public entry fun purchase<CoinType>(buyer: &signer, listing: Object<Listing>, price: u64) {
        listing::buy<CoinType>(buyer, listing, price);
    }

    #[test_only]
    use aptos_token_objects::token::Token;

    #[test_only]
    public fun list(seller: &signer, token: Object<Token>, price: u64) {
        listing::init(seller, token, price);
    }
}
