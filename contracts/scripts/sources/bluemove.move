/// Buys the listing of a v2 token. The marketplace's call also takes `price`.
script {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use bluemove_v2::coin_listing;
    use bluemove_v2::listing::Listing;
    use guard::balance;

    fun bluemove_buy(buyer: &signer, listing: Object<Listing>, price: u64, most: u64) {
        balance::pay_at_most(buyer, most, || coin_listing::purchase<AptosCoin>(buyer, listing, price));
    }
}

/// Buys several listings of v2 tokens, all or none. The marketplace's call also takes `prices`.
script {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use bluemove_v2::coin_listing;
    use bluemove_v2::listing::Listing;
    use guard::balance;

    fun bluemove_buy_many(buyer: &signer, listings: vector<Object<Listing>>, prices: vector<u64>, most: u64) {
        balance::pay_at_most(
            buyer,
            most,
            || coin_listing::batch_buy_token_v2<Listing, AptosCoin>(buyer, listings, prices)
        );
    }
}

/// Buys listed v1 tokens, one or several, all or none.
script {
    use std::string::String;
    use bluemove::marketplaceV2;
    use guard::balance;

    fun bluemove_buy_many_v1(
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
            || marketplaceV2::batch_buy_script(buyer, creators, collections, names, property_versions)
        );
    }
}

/// Sells the v2 token that an offer wants, ending `listing` before if there is one.
script {
    use std::option::Option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use bluemove_v2::listing::Listing;
    use bluemove_v2::token_offer::{Self, TokenOffer};
    use guard::balance;

    fun bluemove_sell_to_token_offer(
        seller: &signer, offer: Object<TokenOffer>, listing: Option<Object<Listing>>, least: u64
    ) {
        balance::receive_at_least(
            seller,
            least,
            || token_offer::sell_instantly_token_v2<AptosCoin>(seller, offer, listing)
        );
    }
}

/// Sells the v1 token that an offer wants.
script {
    use std::string::String;
    use bluemove::marketplaceV2;
    use guard::balance;

    fun bluemove_sell_to_token_offer_v1(
        seller: &signer,
        offer: u64,
        creator: address,
        collection: String,
        name: String,
        property_version: u64,
        least: u64
    ) {
        balance::receive_at_least(
            seller,
            least,
            || marketplaceV2::accept_offer(seller, offer, creator, collection, name, property_version)
        );
    }
}

/// Sells a v2 token into an offer for its collection.
script {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use aptos_token_objects::token::Token;
    use bluemove_v2::collection_offer::{Self, CollectionOffer};
    use guard::balance;

    fun bluemove_sell_to_collection_offer(
        seller: &signer, offer: Object<CollectionOffer>, token: Object<Token>, least: u64
    ) {
        balance::receive_at_least(seller, least, || collection_offer::sell_tokenv2<AptosCoin>(seller, offer, token));
    }
}

/// Sells a v1 token into an offer for its collection.
script {
    use std::string::String;
    use bluemove::marketplaceV2;
    use guard::balance;

    fun bluemove_sell_to_collection_offer_v1(
        seller: &signer,
        offer: u64,
        creator: address,
        collection: String,
        name: String,
        property_version: u64,
        least: u64
    ) {
        balance::receive_at_least(
            seller,
            least,
            || marketplaceV2::accept_offer_collection(seller, offer, creator, collection, name, property_version)
        );
    }
}
