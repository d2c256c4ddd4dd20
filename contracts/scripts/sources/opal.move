/// Buys a listing.
script {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use marketplace::coin_listing;
    use marketplace::listing::Listing;
    use guard::balance;

    fun opal_buy(buyer: &signer, listing: Object<Listing>, most: u64) {
        balance::pay_at_most(buyer, most, || coin_listing::purchase<AptosCoin>(buyer, listing));
    }
}

/// Buys several listings, all or none.
script {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use marketplace::coin_listing;
    use marketplace::listing::Listing;
    use guard::balance;

    fun opal_buy_many(buyer: &signer, listings: vector<Object<Listing>>, most: u64) {
        balance::pay_at_most(buyer, most, || coin_listing::purchase_many<AptosCoin>(buyer, listings));
    }
}

/// Sells the v2 token that an offer wants.
script {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use marketplace::token_offer::{Self, TokenOffer};
    use guard::balance;

    fun opal_sell_to_token_offer(seller: &signer, offer: Object<TokenOffer>, least: u64) {
        balance::receive_at_least(seller, least, || token_offer::sell_tokenv2<AptosCoin>(seller, offer));
    }
}

/// Sells the v1 token that an offer wants.
script {
    use std::string::String;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use marketplace::token_offer::{Self, TokenOffer};
    use guard::balance;

    fun opal_sell_to_token_offer_v1(
        seller: &signer, offer: Object<TokenOffer>, token_name: String, property_version: u64, least: u64
    ) {
        balance::receive_at_least(
            seller,
            least,
            || token_offer::sell_tokenv1_entry<AptosCoin>(seller, offer, token_name, property_version)
        );
    }
}

/// Sells a v2 token into an offer for its collection.
script {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use aptos_token_objects::token::Token;
    use marketplace::collection_offer::{Self, CollectionOffer};
    use guard::balance;

    fun opal_sell_to_collection_offer(
        seller: &signer, offer: Object<CollectionOffer>, token: Object<Token>, least: u64
    ) {
        balance::receive_at_least(seller, least, || collection_offer::sell_tokenv2<AptosCoin>(seller, offer, token));
    }
}

/// Sells a v1 token into an offer for its collection.
script {
    use std::string::String;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use marketplace::collection_offer::{Self, CollectionOffer};
    use guard::balance;

    fun opal_sell_to_collection_offer_v1(
        seller: &signer, offer: Object<CollectionOffer>, token_name: String, property_version: u64, least: u64
    ) {
        balance::receive_at_least(
            seller,
            least,
            || collection_offer::sell_tokenv1_entry<AptosCoin>(seller, offer, token_name, property_version)
        );
    }
}
