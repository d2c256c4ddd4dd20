/// Our own marketplace.
module aggregator::opal_adapter {
    use std::error;
    use std::option::{Self, Option};
    use std::string::String;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::Token;
    use marketplace::coin_listing;
    use marketplace::collection_offer::{Self, CollectionOffer};
    use marketplace::fee_schedule::FeeSchedule;
    use marketplace::listing::Listing;

    friend aggregator::routes;

    /// The offer is of another fee schedule than the seller expects.
    const EOTHER_FEE_SCHEDULE: u64 = 1;

    /// Buys a listed token, v1 or v2.
    public(friend) fun buy<CoinType>(purchaser: &signer, listing: address) {
        coin_listing::purchase<CoinType>(purchaser, object::address_to_object<Listing>(listing));
    }

    /// Returns a listing's price in this coin for a buyer; none without such a listing, if its token cannot be delivered, or if its
    /// terms keep the buyer out: expired, or reserved for another.
    public(friend) fun price<CoinType>(buyer: address, listing: address): Option<u64> {
        if (!object::object_exists<Listing>(listing)) return option::none();
        coin_listing::price_for<CoinType>(object::address_to_object<Listing>(listing), buyer)
    }

    /// Takes a token back from sale, v1 or v2.
    public(friend) fun delist<CoinType>(seller: &signer, listing: address) {
        coin_listing::end_fixed_price<CoinType>(seller, object::address_to_object<Listing>(listing));
    }

    /// Sells one token into a collection offer: the object, or into an offer for v1 tokens the one of that name.
    public(friend) fun sell<CoinType>(
        seller: &signer,
        offer: address,
        token: address,
        name: String,
        property_version: u64,
        fee_schedule: Object<FeeSchedule>
    ) {
        let offer = object::address_to_object<CollectionOffer>(offer);
        assert!(
            collection_offer::fee_schedule(offer) == fee_schedule, error::invalid_argument(EOTHER_FEE_SCHEDULE)
        );
        if (option::is_some(&collection_offer::collectionv2(offer))) {
            collection_offer::sell_tokenv2<CoinType>(seller, offer, object::address_to_object<Token>(token));
        } else {
            collection_offer::sell_tokenv1_entry<CoinType>(seller, offer, name, property_version);
        }
    }
}
