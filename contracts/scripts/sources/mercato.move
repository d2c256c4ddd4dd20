/// Buys the listing of a v2 token.
script {
    use aptos_framework::object::Object;
    use mercato::listings_v2::{Self, Listing};
    use guard::balance;

    fun mercato_buy(buyer: &signer, listing: Object<Listing>, most: u64) {
        balance::pay_at_most(buyer, most, || listings_v2::buy_token(buyer, listing));
    }
}

/// Buys several listings of v2 tokens, all or none.
script {
    use aptos_framework::object::Object;
    use mercato::listings_v2::{Self, Listing};
    use guard::balance;

    fun mercato_buy_many(buyer: &signer, listings: vector<Object<Listing>>, most: u64) {
        balance::pay_at_most(buyer, most, || listings_v2::buy_tokens(buyer, listings));
    }
}

/// Buys a listed v1 token.
script {
    use std::string::String;
    use mercato::listings;
    use guard::balance;

    fun mercato_buy_v1(
        buyer: &signer, creator: address, collection: String, name: String, property_version: u64, most: u64
    ) {
        balance::pay_at_most(buyer, most, || listings::buy_token(buyer, creator, collection, name, property_version));
    }
}

/// Buys several listed v1 tokens, all or none.
script {
    use std::string::String;
    use mercato::listings;
    use guard::balance;

    fun mercato_buy_many_v1(
        buyer: &signer,
        creators: vector<address>,
        collections: vector<String>,
        names: vector<String>,
        property_versions: vector<u64>,
        most: u64
    ) {
        balance::pay_at_most(
            buyer,
            most,
            || listings::buy_tokens(buyer, creators, collections, names, property_versions)
        );
    }
}

/// Sells the v2 token that a bid wants.
script {
    use aptos_framework::object::Object;
    use mercato::biddings_v2::{Self, TokenBid};
    use guard::balance;

    fun mercato_sell_to_token_bid(seller: &signer, bid: Object<TokenBid>, least: u64) {
        balance::receive_at_least(seller, least, || biddings_v2::accept_token_bid(seller, bid));
    }
}

/// Sells the v1 token that a bid wants.
script {
    use std::string::String;
    use mercato::biddings;
    use guard::balance;

    fun mercato_sell_to_token_bid_v1(
        seller: &signer,
        bid: u128,
        creator: address,
        collection: String,
        name: String,
        property_version: u64,
        least: u64
    ) {
        balance::receive_at_least(
            seller,
            least,
            || biddings::accept_token_bid(seller, bid, creator, collection, name, property_version)
        );
    }
}

/// Sells a v2 token into a bid for its collection.
script {
    use aptos_framework::object::Object;
    use aptos_token_objects::token::Token;
    use mercato::biddings_v2::{Self, CollectionBid};
    use guard::balance;

    fun mercato_sell_to_collection_bid(seller: &signer, bid: Object<CollectionBid>, token: Object<Token>, least: u64) {
        balance::receive_at_least(seller, least, || biddings_v2::accept_collection_bid(seller, bid, token));
    }
}

/// Sells a v1 token into a bid for its collection.
script {
    use std::string::String;
    use mercato::biddings;
    use guard::balance;

    fun mercato_sell_to_collection_bid_v1(
        seller: &signer,
        bid: u128,
        creator: address,
        collection: String,
        name: String,
        property_version: u64,
        least: u64
    ) {
        balance::receive_at_least(
            seller,
            least,
            || biddings::accept_collection_bid(seller, bid, creator, collection, name, property_version)
        );
    }
}
