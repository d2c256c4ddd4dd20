/// The batches of `coin_listing` for callers that have plain addresses. Each address must hold what it is said to hold.
/// A batch is bounded by what fits into one transaction, and is done whole or not at all.
module marketplace::marketplace_scripts {
    use std::string::String;
    use std::vector;
    use aptos_framework::object::{Self, Object, ObjectCore};
    use marketplace::coin_listing;
    use marketplace::fee_schedule::FeeSchedule;
    use marketplace::listing::Listing;

    /// Buys several tokens, or none of them.
    public entry fun purchase_many<CoinType>(purchaser: &signer, listings: vector<address>) {
        coin_listing::purchase_many<CoinType>(purchaser, to_objects<Listing>(listings));
    }

    /// Buys several tokens for at most `most` together, or none of them.
    public entry fun purchase_many_for_at_most<CoinType>(purchaser: &signer, listings: vector<address>, most: u64) {
        coin_listing::purchase_many_for_at_most<CoinType>(purchaser, to_objects<Listing>(listings), most);
    }

    /// Puts several v2 tokens up for sale, each at its own price.
    public entry fun init_fixed_price_many<CoinType>(
        seller: &signer, tokens: vector<address>, fee_schedule: Object<FeeSchedule>, prices: vector<u64>
    ) {
        coin_listing::init_fixed_price_many<CoinType>(
            seller, to_objects<ObjectCore>(tokens), fee_schedule, prices
        );
    }

    /// Takes several tokens back from sale.
    public entry fun end_fixed_price_many<CoinType>(seller: &signer, listings: vector<address>) {
        coin_listing::end_fixed_price_many<CoinType>(seller, to_objects<Listing>(listings));
    }

    /// Changes the prices of several tokens for sale.
    public entry fun update_fixed_price_many<CoinType>(
        seller: &signer, listings: vector<address>, prices: vector<u64>
    ) {
        coin_listing::update_fixed_price_many<CoinType>(seller, to_objects<Listing>(listings), prices);
    }

    /// Puts v2 tokens up for sale and changes prices of others in one go. The old prices in `listing_price` are taken and not read.
    public entry fun list_and_update_fixed_price_many<CoinType>(
        seller: &signer,
        tokens: vector<address>,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        listing_price: vector<u64>,
        listed_object: vector<address>,
        updated_price: vector<u64>
    ) {
        coin_listing::list_and_update_fixed_price_many<CoinType>(
            seller,
            to_objects<ObjectCore>(tokens),
            fee_schedule,
            prices,
            listing_price,
            to_objects<Listing>(listed_object),
            updated_price
        );
    }

    /// As `list_and_update_fixed_price_many`, for v1 tokens of one collection and one property version.
    public entry fun list_and_update_fixed_price_tokenv1_many<CoinType>(
        seller: &signer,
        token_creator: address,
        token_collection: String,
        token_names: vector<String>,
        token_property_version: u64,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        listing_price: vector<u64>,
        listed_object: vector<address>,
        updated_price: vector<u64>
    ) {
        coin_listing::list_and_update_fixed_price_tokenv1_many<CoinType>(
            seller,
            token_creator,
            token_collection,
            token_names,
            token_property_version,
            fee_schedule,
            prices,
            listing_price,
            to_objects<Listing>(listed_object),
            updated_price
        );
    }

    fun to_objects<T: key>(addresses: vector<address>): vector<Object<T>> {
        let objects = vector[];
        for (i in 0..vector::length(&addresses)) {
            vector::push_back(&mut objects, object::address_to_object<T>(addresses[i]));
        };
        objects
    }
}
