/// Mercato, later Tradeport: v2 listings and bids are objects, v1 listings go by their token. It trades in APT only.
module aggregator::mercato_adapter {
    use std::error;
    use std::string::{Self, String};
    use aptos_framework::object;
    use aptos_token_objects::token::Token;
    use mercato::biddings_v2::{Self, CollectionBid};
    use mercato::listings;
    use mercato::listings_v2::{Self, Listing};

    friend aggregator::routes;

    /// There is no such listing, and no v1 token is named instead.
    const ENO_SUCH_LISTING: u64 = 1;

    /// Is this a listing of a v2 token? Other modules cannot read its price.
    public(friend) fun is_listing(id: address): bool {
        object::object_exists<Listing>(id)
    }

    /// Buys a v2 token when `id` is a listing, else the v1 token of that name.
    public(friend) fun buy(
        purchaser: &signer, id: address, creator: address, collection: String, name: String, property_version: u64
    ) {
        if (object::object_exists<Listing>(id)) {
            listings_v2::buy_token(purchaser, object::address_to_object<Listing>(id));
        } else {
            assert!(!string::is_empty(&name), error::not_found(ENO_SUCH_LISTING));
            listings::buy_token(purchaser, creator, collection, name, property_version);
        }
    }

    /// Takes a v2 token back from sale when `id` is a listing, else the v1 token of that name.
    public(friend) fun delist(
        seller: &signer, id: address, creator: address, collection: String, name: String, property_version: u64
    ) {
        if (object::object_exists<Listing>(id)) {
            listings_v2::unlist_token(seller, object::address_to_object<Listing>(id));
        } else {
            assert!(!string::is_empty(&name), error::not_found(ENO_SUCH_LISTING));
            listings::unlist_token(seller, creator, collection, name, property_version);
        }
    }

    /// Sells a v2 token into a collection bid. Bids for v1 tokens are numbers, which this call can not name.
    public(friend) fun sell(seller: &signer, bid: address, token: address) {
        biddings_v2::accept_collection_bid(
            seller, object::address_to_object<CollectionBid>(bid), object::address_to_object<Token>(token)
        );
    }
}
