/// Fixed-price sales for a coin. A token for sale is in escrow; a buyer who pays the price receives it immediately.
/// A batch is bounded by what fits into one transaction, names as many prices as items, and is done whole or not at all.
module marketplace::coin_listing {
    use std::error;
    use std::option::{Self, Option};
    use std::signer;
    use std::string::{Self, String};
    use std::vector;
    use aptos_std::type_info;
    use aptos_framework::coin;
    use aptos_framework::object::{Self, ConstructorRef, Object, ObjectCore};
    use marketplace::balance_guard;
    use marketplace::events;
    use marketplace::fee_schedule::{Self, FeeSchedule};
    use marketplace::listing::{Self, Listing};
    use marketplace::settlement;

    /// There exists no listing.
    const ENO_LISTING: u64 = 1;
    /// The entity is not the seller.
    const ENOT_SELLER: u64 = 6;
    /// A batch names more or fewer prices than items.
    const EUNEQUAL_LENGTHS: u64 = 7;
    /// A listing needs a price.
    const EPRICE_IS_ZERO: u64 = 8;
    /// A batch changes the price of a listing twice.
    const EREPRICED_TWICE: u64 = 9;

    /// The kind of sale, as events name it.
    const FIXED_PRICE: vector<u8> = b"fixed price";
    /// Expiration in events of listings, which are open until they are sold or ended.
    const NO_EXPIRATION: u64 = 0;

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// The price of a listing, in the same object as its `Listing`.
    struct FixedPriceListing<phantom CoinType> has key {
        asking: Asking
    }

    /// How a price is found. Later versions of the package add variants.
    enum Asking has copy, drop, store {
        /// In the coin's smallest unit.
        Fixed { price: u64 }
    }

    /// Puts a v2 token up for sale.
    public entry fun init_fixed_price<CoinType>(
        seller: &signer, object: Object<ObjectCore>, fee_schedule: Object<FeeSchedule>, price: u64
    ) {
        place<CoinType>(seller, object, fee_schedule, price);
    }

    /// Puts a v1 token up for sale.
    public entry fun init_fixed_price_for_tokenv1<CoinType>(
        seller: &signer,
        token_creator: address,
        token_collection: String,
        token_name: String,
        token_property_version: u64,
        fee_schedule: Object<FeeSchedule>,
        price: u64
    ) {
        let container =
            listing::contain_tokenv1(seller, token_creator, token_collection, token_name, token_property_version);
        place<CoinType>(seller, container, fee_schedule, price);
    }

    /// Puts several v2 tokens up for sale, each at its own price.
    public entry fun init_fixed_price_many<CoinType>(
        seller: &signer, objects: vector<Object<ObjectCore>>, fee_schedule: Object<FeeSchedule>, prices: vector<u64>
    ) {
        require_equal_lengths(vector::length(&objects), vector::length(&prices));
        for (i in 0..vector::length(&prices)) {
            init_fixed_price<CoinType>(seller, objects[i], fee_schedule, prices[i]);
        }
    }

    /// Puts several v1 tokens of one collection and one property version up for sale.
    public entry fun init_fixed_price_for_tokenv1_many<CoinType>(
        seller: &signer,
        token_creator: address,
        token_collection: String,
        token_names: vector<String>,
        token_property_version: u64,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>
    ) {
        require_equal_lengths(vector::length(&token_names), vector::length(&prices));
        for (i in 0..vector::length(&prices)) {
            init_fixed_price_for_tokenv1<CoinType>(
                seller,
                token_creator,
                token_collection,
                token_names[i],
                token_property_version,
                fee_schedule,
                prices[i]
            );
        }
    }

    /// Buys a token at its listed price.
    public entry fun purchase<CoinType>(purchaser: &signer, listing: Object<Listing>) acquires FixedPriceListing {
        let price = remove_price<CoinType>(listing);
        let at = object::object_address(&listing);
        let seller = listing::seller(listing);
        let fee_schedule = listing::fee_schedule(listing);
        let metadata = listing::token_metadata(listing);
        let (royalty_payee, royalty) = listing::compute_royalty(listing, price);
        let commission = listing::compute_commission(listing, price);
        let coins = coin::withdraw<CoinType>(purchaser, price);
        listing::close(purchaser, listing);
        let (paid, received) =
            settlement::settle_capped(coins, seller, fee_schedule, commission, royalty_payee, royalty);
        events::emit_listing_filled(
            object::object_address(&fee_schedule),
            string::utf8(FIXED_PRICE),
            at,
            seller,
            signer::address_of(purchaser),
            price,
            paid,
            royalty,
            metadata,
            type_info::type_name<CoinType>(),
            received
        );
    }

    /// Buys several tokens, or none of them.
    public entry fun purchase_many<CoinType>(
        purchaser: &signer, listings: vector<Object<Listing>>
    ) acquires FixedPriceListing {
        for (i in 0..vector::length(&listings)) {
            purchase<CoinType>(purchaser, listings[i]);
        }
    }

    /// Buys a token for at most `most`, whatever the listing asks by then.
    public entry fun purchase_for_at_most<CoinType>(
        purchaser: &signer, listing: Object<Listing>, most: u64
    ) acquires FixedPriceListing {
        let before = balance_guard::balance<CoinType>(purchaser);
        purchase<CoinType>(purchaser, listing);
        balance_guard::require_paid_at_most<CoinType>(purchaser, before, most);
    }

    /// Buys several tokens for at most `most` together, or none of them.
    public entry fun purchase_many_for_at_most<CoinType>(
        purchaser: &signer, listings: vector<Object<Listing>>, most: u64
    ) acquires FixedPriceListing {
        let before = balance_guard::balance<CoinType>(purchaser);
        purchase_many<CoinType>(purchaser, listings);
        balance_guard::require_paid_at_most<CoinType>(purchaser, before, most);
    }

    /// Takes a token back from sale.
    public entry fun end_fixed_price<CoinType>(seller: &signer, listing: Object<Listing>) acquires FixedPriceListing {
        require_seller(seller, listing);
        let at = object::object_address(&listing);
        let fee_schedule = listing::fee_schedule(listing);
        let metadata = listing::token_metadata(listing);
        let price = remove_price<CoinType>(listing);
        listing::close(seller, listing);
        events::emit_listing_canceled(
            object::object_address(&fee_schedule),
            string::utf8(FIXED_PRICE),
            at,
            signer::address_of(seller),
            price,
            metadata,
            type_info::type_name<CoinType>()
        );
    }

    /// Ends a listing whose token was burnt or pulled out by its creator. One whose token is frozen loses its price, so that
    /// nobody buys it when it thaws, and holds the token until `abandon` is called again. Any other is ended as by
    /// `end_fixed_price`.
    public entry fun abandon<CoinType>(seller: &signer, listing: Object<Listing>) acquires FixedPriceListing {
        require_seller(seller, listing);
        let at = object::object_address(&listing);
        let is_priced = exists<FixedPriceListing<CoinType>>(at);
        assert!(is_priced || listing::is_suspended(listing), error::not_found(ENO_LISTING));
        let (fee_schedule, metadata) = (listing::fee_schedule(listing), listing::token_metadata(listing));
        let price = if (is_priced) remove_price<CoinType>(listing) else 0;
        if (listing::is_frozen(listing)) {
            listing::suspend(listing);
        } else {
            listing::abandon(seller, listing);
        };
        if (is_priced) {
            events::emit_listing_canceled(
                object::object_address(&fee_schedule),
                string::utf8(FIXED_PRICE),
                at,
                signer::address_of(seller),
                price,
                metadata,
                type_info::type_name<CoinType>()
            );
        };
    }

    /// Takes several tokens back from sale.
    public entry fun end_fixed_price_many<CoinType>(
        seller: &signer, listings: vector<Object<Listing>>
    ) acquires FixedPriceListing {
        for (i in 0..vector::length(&listings)) {
            end_fixed_price<CoinType>(seller, listings[i]);
        }
    }

    /// Changes the price of a token for sale. The chain tells it as the same listing being placed again.
    public entry fun update_fixed_price<CoinType>(
        seller: &signer, listing: Object<Listing>, price: u64
    ) acquires FixedPriceListing {
        require_seller(seller, listing);
        let at = object::object_address(&listing);
        assert!(exists<FixedPriceListing<CoinType>>(at), error::not_found(ENO_LISTING));
        require_price(price);
        FixedPriceListing<CoinType>[at].asking = Asking::Fixed { price };
        announce_placed<CoinType>(listing, price);
    }

    /// Changes the prices of several tokens for sale. A batch that names a listing twice is refused: one of its prices would be a mistake.
    public entry fun update_fixed_price_many<CoinType>(
        seller: &signer, listings: vector<Object<Listing>>, prices: vector<u64>
    ) acquires FixedPriceListing {
        require_equal_lengths(vector::length(&listings), vector::length(&prices));
        for (i in 0..vector::length(&prices)) {
            let (_, first) = vector::index_of(&listings, &listings[i]);
            assert!(first == i, error::invalid_argument(EREPRICED_TWICE));
            update_fixed_price<CoinType>(seller, listings[i], prices[i]);
        }
    }

    /// Puts v2 tokens up for sale and changes prices of others in one go. The old prices in `_listing_price` are taken and not read.
    public entry fun list_and_update_fixed_price_many<CoinType>(
        seller: &signer,
        objects: vector<Object<ObjectCore>>,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        _listing_price: vector<u64>,
        listed_object: vector<Object<Listing>>,
        updated_price: vector<u64>
    ) acquires FixedPriceListing {
        init_fixed_price_many<CoinType>(seller, objects, fee_schedule, prices);
        update_fixed_price_many<CoinType>(seller, listed_object, updated_price);
    }

    /// As `list_and_update_fixed_price_many`, for v1 tokens of one collection.
    public entry fun list_and_update_fixed_price_tokenv1_many<CoinType>(
        seller: &signer,
        token_creator: address,
        token_collection: String,
        token_names: vector<String>,
        token_property_version: u64,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        _listing_price: vector<u64>,
        listed_object: vector<Object<Listing>>,
        updated_price: vector<u64>
    ) acquires FixedPriceListing {
        init_fixed_price_for_tokenv1_many<CoinType>(
            seller,
            token_creator,
            token_collection,
            token_names,
            token_property_version,
            fee_schedule,
            prices
        );
        update_fixed_price_many<CoinType>(seller, listed_object, updated_price);
    }

    #[view]
    /// The price in this coin; none when the listing asks for another.
    public fun price<CoinType>(listing: Object<Listing>): Option<u64> acquires FixedPriceListing {
        let at = object::object_address(&listing);
        if (exists<FixedPriceListing<CoinType>>(at)) {
            option::some(price_of(&FixedPriceListing<CoinType>[at].asking))
        } else {
            option::none()
        }
    }

    fun place<CoinType>(
        seller: &signer, object: Object<ObjectCore>, fee_schedule: Object<FeeSchedule>, price: u64
    ): ConstructorRef {
        fee_schedule::require_open(fee_schedule);
        require_price(price);
        settlement::pay_placing_fee(seller, fee_schedule, price);
        let constructor_ref = listing::init(seller, object, fee_schedule);
        move_to(
            &object::generate_signer(&constructor_ref),
            FixedPriceListing<CoinType> { asking: Asking::Fixed { price } }
        );
        announce_placed<CoinType>(object::object_from_constructor_ref<Listing>(&constructor_ref), price);
        constructor_ref
    }

    fun announce_placed<CoinType>(listing: Object<Listing>, price: u64) {
        events::emit_listing_placed(
            object::object_address(&listing::fee_schedule(listing)),
            string::utf8(FIXED_PRICE),
            object::object_address(&listing),
            listing::seller(listing),
            price,
            listing::token_metadata(listing),
            type_info::type_name<CoinType>(),
            NO_EXPIRATION
        );
    }

    fun price_of(asking: &Asking): u64 {
        match (asking) {
            Asking::Fixed { price } => *price
        }
    }

    fun remove_price<CoinType>(listing: Object<Listing>): u64 acquires FixedPriceListing {
        let at = object::object_address(&listing);
        assert!(exists<FixedPriceListing<CoinType>>(at), error::not_found(ENO_LISTING));
        let FixedPriceListing { asking } = move_from<FixedPriceListing<CoinType>>(at);
        price_of(&asking)
    }

    fun require_price(price: u64) {
        assert!(price > 0, error::invalid_argument(EPRICE_IS_ZERO));
    }

    fun require_equal_lengths(items: u64, prices: u64) {
        assert!(items == prices, error::invalid_argument(EUNEQUAL_LENGTHS));
    }

    fun require_seller(seller: &signer, listing: Object<Listing>) {
        assert!(
            listing::seller(listing) == signer::address_of(seller), error::permission_denied(ENOT_SELLER)
        );
    }
}
