/// v1 tokens for APT; a listing is known by its token.
module mercato::listings {
    use std::string::String;
    use std::vector;
    use aptos_framework::aptos_coin::AptosCoin;
    use marketplace_stubs::shelf;

    public entry fun list_token(
        seller: &signer, creator: address, collection: String, name: String, property_version: u64, price: u64
    ) {
        shelf::put(@mercato, seller, shelf::id_of(creator, collection, name, property_version), price);
    }

    public entry fun unlist_token(
        seller: &signer, creator: address, collection: String, name: String, property_version: u64
    ) {
        shelf::take_back(@mercato, seller, shelf::id_of(creator, collection, name, property_version));
    }

    public entry fun buy_token(
        buyer: &signer, creator: address, collection: String, name: String, property_version: u64
    ) {
        shelf::buy<AptosCoin>(@mercato, buyer, shelf::id_of(creator, collection, name, property_version));
    }

    public entry fun buy_tokens(
        buyer: &signer,
        creators: vector<address>,
        collections: vector<String>,
        names: vector<String>,
        property_versions: vector<u64>
    ) {
        for (i in 0..vector::length(&creators)) {
            buy_token(buyer, creators[i], collections[i], names[i], property_versions[i]);
        };
    }
}

/// v2 tokens for APT; a listing is an object.
module mercato::listings_v2 {
    use std::vector;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::Token;
    use marketplace_stubs::shelf::{Self, Stand};

    struct Listing has key {
        stand: Stand
    }

    public entry fun list_token(seller: &signer, token: Object<Token>, price: u64) {
        let (listing_signer, stand) = shelf::stand(seller, token, price);
        move_to(&listing_signer, Listing { stand });
    }

    public entry fun unlist_token(seller: &signer, listing: Object<Listing>) acquires Listing {
        let Listing { stand } = move_from<Listing>(object::object_address(&listing));
        shelf::leave_stand(seller, stand);
    }

    public entry fun buy_token(buyer: &signer, listing: Object<Listing>) acquires Listing {
        let Listing { stand } = move_from<Listing>(object::object_address(&listing));
        shelf::buy_from_stand<AptosCoin>(buyer, stand);
    }

    public entry fun buy_tokens(buyer: &signer, listings: vector<Object<Listing>>) acquires Listing {
        for (i in 0..vector::length(&listings)) buy_token(buyer, listings[i]);
    }
}

/// Bids for any token of a v2 collection, for APT; a bid is an object and wants one token.
module mercato::biddings_v2 {
    use std::signer;
    use aptos_framework::aptos_account;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::coin::{Self, Coin};
    use aptos_framework::event;
    use aptos_framework::object::{Self, DeleteRef, Object};
    use aptos_token_objects::collection::Collection;
    use aptos_token_objects::token::{Self as tokenv2, Token};

    /// The token is not of the wanted collection.
    const EOTHER_COLLECTION: u64 = 1;

    struct CollectionBid has key {
        bid_buyer: address,
        coins: Coin<AptosCoin>,
        collection: Object<Collection>,
        delete_ref: DeleteRef
    }

    #[event]
    struct InsertCollectionBid has drop, store {
        bid: address
    }

    public entry fun collection_bid(buyer: &signer, collection: Object<Collection>, price: u64) {
        let ref = object::create_object(signer::address_of(buyer));
        let bid = CollectionBid {
            bid_buyer: signer::address_of(buyer),
            coins: coin::withdraw<AptosCoin>(buyer, price),
            collection,
            delete_ref: object::generate_delete_ref(&ref)
        };
        move_to(&object::generate_signer(&ref), bid);
        event::emit(InsertCollectionBid { bid: object::address_from_constructor_ref(&ref) });
    }

    public entry fun accept_collection_bid(
        seller: &signer, bid: Object<CollectionBid>, token: Object<Token>
    ) acquires CollectionBid {
        let CollectionBid { bid_buyer, coins, collection, delete_ref } =
            move_from<CollectionBid>(object::object_address(&bid));
        assert!(tokenv2::collection_object(token) == collection, EOTHER_COLLECTION);
        object::transfer(seller, token, bid_buyer);
        aptos_account::deposit_coins(signer::address_of(seller), coins);
        object::delete(delete_ref);
    }

    struct TokenBid has key {}

    /// Known by its arguments alone.
    public entry fun accept_token_bid(_seller: &signer, _bid: Object<TokenBid>) {
        abort 0
    }

    #[test_only]
    public fun last_bid(): address {
        let bids = event::emitted_events<InsertCollectionBid>();
        bids[std::vector::length(&bids) - 1].bid
    }
}

/// Bids for v1 tokens, which are counted. Known by their arguments alone.
module mercato::biddings {
    use std::string::String;

    public entry fun accept_token_bid(
        _seller: &signer, _bid: u128, _creator: address, _collection: String, _name: String, _property_version: u64
    ) {
        abort 0
    }

    public entry fun accept_collection_bid(
        _seller: &signer, _bid: u128, _creator: address, _collection: String, _name: String, _property_version: u64
    ) {
        abort 0
    }
}
